import { SingleBar } from 'cli-progress';

/** A bar on standard error that goes away when it is done; nothing where nobody watches. */
export function progressBar(total: number, quiet: boolean) {
	const bar = new SingleBar({
		format: 'Importing {bar} {value}/{total} {file}',
		barsize: 24,
		barCompleteChar: '█',
		barIncompleteChar: '░',
		clearOnComplete: true,
		hideCursor: true,
		noTTYOutput: false,
		gracefulExit: true,
	});
	const watched = process.stderr.isTTY && !quiet;
	if (watched) bar.start(total, 0, { file: '' });
	return {
		show: (file: string) => watched && bar.update({ file: file.slice(-30) }),
		step: () => watched && bar.increment(),
		stop: () => watched && bar.stop(),
	};
}
