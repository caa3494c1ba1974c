import { ClientError, isCancelled, isHeldBack } from '../client/index.ts';

/** Whether work failed for a reason of the run that did it, such as that it was stopped, and not of the service. */
const isOwn = (error: unknown): boolean => !(error instanceof ClientError) || isHeldBack(error) || isCancelled(error);

/** Work that several runs need at the same time: one does it for all. */
export class Shared {
	private underWay: Promise<unknown> | null = null;

	get isUnderWay(): boolean {
		return this.underWay !== null;
	}

	/** Does the work, or waits for another run that is doing it. Throws what the work throws. */
	async do(work: () => Promise<unknown>): Promise<void> {
		while (this.underWay) {
			const failed = await this.underWay.then(
				() => null,
				(error: unknown) => ({ error }),
			);
			if (!failed) return;
			if (!isOwn(failed.error)) throw failed.error;
		}
		this.underWay = work().finally(() => (this.underWay = null));
		await this.underWay;
	}
}
