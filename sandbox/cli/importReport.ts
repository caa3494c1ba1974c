import { styleText } from 'node:util';
import { plain } from './output.ts';

interface Imported {
	readonly file: string;
	readonly ok: true;
	readonly conversationId: string;
	readonly title: string;
	readonly segmentCount: number;
	readonly minutes: number;
}

interface Refused {
	readonly file: string;
	readonly ok: false;
	readonly problem: string;
}

/** What became of one file. */
export type Outcome = Imported | Refused;

/** What became of every file, and what to do about those that were refused. */
export function importReport(outcomes: readonly Outcome[]): string {
	const refused = outcomes.filter(({ ok }) => !ok).length;
	return [...outcomes.map(lines), '', summary(outcomes.length, refused)].join('\n');
}

function lines(outcome: Outcome): string {
	if (!outcome.ok) return `${styleText('red', '✗')} ${plain(outcome.file)}\n  ${plain(outcome.problem)}`;
	const { file, title, segmentCount, minutes, conversationId } = outcome;
	const size = `${segmentCount} segment${segmentCount === 1 ? '' : 's'}, ${minutes} min`;
	return `${styleText('green', '✓')} ${plain(file)}\n  ${plain(title)}\n  ${conversationId}, ${size}`;
}

function summary(total: number, refused: number): string {
	const imported = total - refused;
	if (refused === 0) return `Imported ${imported} meeting${imported === 1 ? '' : 's'}.`;
	if (imported === 0) return 'Imported nothing. Mend the files and import them again.';
	return `Imported ${imported} of ${total} files.\nNothing of the others was kept: mend them, and import only them again.`;
}
