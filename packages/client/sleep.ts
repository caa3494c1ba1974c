/** Waits. Rejects with the signal’s reason when it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	let cancel = (): void => {};
	let timer: ReturnType<typeof setTimeout> | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			timer = setTimeout(resolve, ms);
			cancel = () => reject(signal?.reason);
			signal?.addEventListener('abort', cancel, { once: true });
		});
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', cancel);
	}
}
