import { playMonth, type PlayOptions } from './playMonth.ts';
import { reportOf, type Report } from './report/report.ts';

/** A rehearsal in this process, without a watchdog: a step that never returns control never ends. One at a time. `onEnd`: called before its report is made. */
export async function rehearseHere(options: PlayOptions & { readonly onEnd?: () => void }): Promise<Report> {
	const { file, month, from, until } = options;
	const rehearsed = await playMonth(options);
	options.onEnd?.();
	return reportOf({ file, rehearsed, user: month.user, from, until });
}
