import { plain } from '../../../src/format/index.ts';
import { counted } from '../../../src/words/index.ts';
import { bodyWidthOf, colorsOf, grid, section, table, wrapText, type Colors, type Look } from '../terminal.ts';
import { calledIn, isNobody } from './effects.ts';
import type { Report, ReportedDay, ReportedEffect } from './report.ts';
import { busiestHour, counts, dailyWords, planWords } from './usage.ts';

const number = new Intl.NumberFormat('en');

const oneLine = (text: string, width: number): string => {
	const line = plain(text).replace(/\s+/g, ' ').trim();
	return line.length > width ? `${line.slice(0, width - 1)}…` : line;
};

function problemsText({ problems }: Report, look: Look, { red, yellow, dim }: Colors): string {
	const width = bodyWidthOf(look) - 2;
	return problems
		.map(({ isFailure, what, advice }) => {
			const mark = isFailure ? red('✗') : yellow('!');
			const hang = (text: string) => wrapText(plain(text), width).replaceAll('\n', '\n  ');
			return `${mark} ${hang(`${what}.`)}${advice ? `\n  ${dim(hang(advice))}` : ''}`;
		})
		.join('\n');
}

function usageText(report: Report, look: Look): string {
	const { requests, credits } = report.usage;
	const busiest = busiestHour(report.usage);
	const at = busiest && new Intl.DateTimeFormat('en-GB', { timeZone: report.timezone, weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(busiest.at);
	const byNode = (list: readonly { readonly name: string; readonly count: number }[]) => list.map(({ name, count }) => `${oneLine(name, 40)} ${number.format(count)}`).join(', ');
	const limit = credits.limitPerMonth === null ? 'unlimited' : `${credits.limitPerMonth} a month`;
	return grid(
		[{ width: 14 }, { width: bodyWidthOf(look) - 16 }],
		[
			['Requests', `${number.format(requests.total)}, ${dailyWords(requests)}${requests.total > 0 ? `: ${byNode(requests.byNode)}` : ''}`],
			...(busiest ? [['Busiest hour', `${number.format(busiest.requests + busiest.refused)} of ${number.format(requests.limitPerHour)}, ${at}`]] : []),
			['AI credits', `${credits.workflow} by this workflow${credits.workflow > 0 ? ` (${byNode(credits.byNode)})` : ''}, ${credits.application} by the desktop app; the plan has ${limit}`],
			['Plan', planWords(report.plans)],
			...(credits.workflow > 0 ? [['By month', credits.months.map(({ name, count, application, before }) => `${name}: ${count} by this workflow, ${application} by the desktop app${before > 0 ? `, ${before} before these days` : ''}`).join('; ')]] : []),
		],
	);
}

const effectLine = ({ kind, to, title, body, node }: ReportedEffect): string =>
	`${node}: ${kind === 'email' ? `${title.trim() === '' ? 'no subject,' : `“${title}”`} to ${isNobody(to) ? 'nobody' : to}` : [title, calledIn({ kind, body })].filter(Boolean).join(' · ')}`;

const MOST_LINES = 6;

function dayText({ date, happened, runs }: ReportedDay, report: Report, look: Look, { bold, dim, red }: Colors): string {
	const width = bodyWidthOf(look);
	const time = (ms: number) => new Intl.DateTimeFormat('en-GB', { timeZone: report.timezone, hour: '2-digit', minute: '2-digit' }).format(ms);
	const weekday = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'short' }).format(Date.parse(date));
	const lines = runs.slice(0, MOST_LINES).flatMap(({ at, why, failure, effects }) => [
		`${time(at)}  ${oneLine(why, width - 7)}`,
		...(failure ? [red(`       ✗ ${oneLine(`${failure.node}: ${failure.message}`, width - 9)}`)] : []),
		...effects.slice(0, 3).map((effect) => dim(`       → ${oneLine(effectLine(effect), width - 9)}`)),
		...(effects.length > 3 ? [dim(`       → and ${effects.length - 3} more`)] : []),
	]);
	const events = counts(happened.map((text) => text.split(' “')[0] ?? '')).map(({ name, count }) => `${name} ${count}`).join(', ');
	const more = runs.length > MOST_LINES ? [dim(`       and ${counted(runs.length - MOST_LINES, 'more run')}`)] : [];
	return [`${bold(`${weekday} ${date}`)} ${dim(oneLine(events, width - 16))}`, ...lines, ...more].join('\n');
}

/** A rehearsal as text for a terminal. */
export function terminalReport(report: Report, look: Look): string {
	const colors = colorsOf(look);
	const { bold, green, red, yellow } = colors;
	const mark = !report.isFine ? red('✗') : report.problems.length > 0 ? yellow('!') : green('✔');
	const sent = report.sent.map(({ name, kind, count }) => [oneLine(name, 40), kind, number.format(count)]);
	return [
		'',
		`${mark} ${bold(wrapText(plain(`${report.workflow}: ${report.sentence}`), bodyWidthOf(look)))}`,
		'',
		...(report.problems.length > 0 ? [section('Problems', problemsText(report, look, colors), colors)] : []),
		section('Usage', usageText(report, look), colors),
		...(sent.length > 0
			? [section('Recorded in place of being sent', table([{ head: 'Node', width: 40 }, { head: 'Kind', width: 8 }, { head: 'Count', width: 7, align: 'right' }], sent, colors), colors)]
			: []),
		...(report.runs > 0
			? [section('Day by day', report.calendar.filter(({ runs }) => runs.length > 0).map((day) => dayText(day, report, look, colors)).join('\n'), colors)]
			: []),
		...(report.notes.length > 0 ? [section('Notes', report.notes.map((note) => wrapText(plain(`- ${note}`), bodyWidthOf(look))).join('\n'), colors)] : []),
	].join('\n');
}
