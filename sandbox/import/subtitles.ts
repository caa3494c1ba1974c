import { Parser } from 'htmlparser2';
import { oneLine } from '../text.ts';
import { type Cue, cueOf, segmentsOf } from './cues.ts';
import { withoutOverrides } from './markup.ts';
import type { ReadMeeting } from './parsedMeeting.ts';
import { createRemarks } from './remarks.ts';
import { unrolled } from './rolling.ts';
import { clockMs, fromFirst } from './times.ts';

const local = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

/** The captions of Timed Text (TTML, DFXP, iTT): paragraphs with times, and the agents who speak them. */
export function meetingOfTtml(lines: readonly string[]): ReadMeeting {
	const remarks = createRemarks();
	const agents = new Map<string, string>();
	const cues: Cue[] = [];
	const path: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
	let title = '';
	let text: string | null = null;
	let line = 1;
	let position = 0;
	let frameRate = 30;
	let tickRate = 1;
	const timeOf = (time: string | undefined): number | null => {
		if (time === undefined) return null;
		const units = new Map([['#h', 3_600_000], ['#m', 60_000], ['#ms', 1], ['#f', 1000 / frameRate], ['#t', 1000 / tickRate]]);
		const unit = units.get(time.replace(/\d[\d.]*/, '#'));
		if (unit !== undefined) return Math.round(Number.parseFloat(time) * unit);
		const [, whole = time, frames = 0] = /^(\d+:\d+:\d+):([\d.]+)/.exec(time) ?? [];
		const ms = clockMs(whole);
		return ms === null ? null : ms + Math.round((Number(frames) * 1000) / frameRate);
	};
	const attribute = (name: string): string | undefined => path.findLast(({ attributes }) => attributes[name] !== undefined)?.attributes[name];
	const source = lines.join('\n');
	const parser = new Parser(
		{
			onopentag(tag, written) {
				const attributes = Object.fromEntries(Object.entries(written).map(([key, value]) => [local(key), value]));
				const name = local(tag);
				path.push({ name, attributes });
				frameRate = Number(attributes['framerate']) || frameRate;
				tickRate = Number(attributes['tickrate']) || tickRate;
				agents.delete(attributes['id'] ?? '');
				if (name === 'p') {
					text = '';
					line += source.slice(position, parser.startIndex).split('\n').length - 1;
					position = parser.startIndex;
				}
				if (name === 'br') text &&= `${text}\n`;
			},
			ontext(said) {
				if (text !== null) text += said.replace(/\s/g, ' ');
				else if (path.at(-1)?.name === 'title') title += said;
				else {
					const id = path.findLast(({ name }) => name === 'agent')?.attributes['id'];
					if (id !== undefined) agents.set(id, (agents.get(id) ?? '') + said);
				}
			},
			onclosetag(tag) {
				if (local(tag) === 'p' && text !== null) {
					const agent = attribute('agent') ?? '';
					const startMs = timeOf(attribute('begin'));
					const duration = timeOf(attribute('dur'));
					const endMs = timeOf(attribute('end')) ?? (startMs !== null && duration !== null ? startMs + duration : null);
					// If other agents have names, an ID without one is damaged.
					const speaker = agents.get(agent) ?? ((agents.size === 0 && agent) || null);
					if (agent !== '' && speaker === null) remarks.add('unclear', line, agent);
					cues.push({ line, startMs, endMs, speaker, voices: [{ speaker: null, text }] });
					text = null;
				}
				path.pop();
			},
		},
		{ xmlMode: true },
	);
	parser.end(source);
	return { title: oneLine(title) || null, segments: segmentsOf(fromFirst(unrolled(cues)), remarks), leftOut: [], notes: remarks.notes() };
}

/** The dialogue of Sub Station Alpha (SSA, ASS). Its columns are named in a line of their own. */
export function meetingOfSubStation(lines: readonly string[]): ReadMeeting {
	const remarks = createRemarks();
	const cues: Cue[] = [];
	let columns = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
	let title = '';
	for (const [index, written] of lines.entries()) {
		const line = index + 1;
		const [kind, ...rest] = written.split(':');
		const values = rest.join(':');
		if (kind === 'Title') title ||= values.trim();
		const cells = values.split(',').map((cell) => cell.trim());
		// The format of styles, above that of the dialogue, has no text.
		if (kind === 'Format' && cells.includes('Text')) columns = cells.map((name) => name.toLowerCase());
		if (kind !== 'Dialogue') continue;
		// The text is the last column, and may contain commas.
		const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
		const text = withoutOverrides(values.split(',').slice(columns.length - 1).join(',').replace(/\\[Nn]/g, '\n').replaceAll('\\h', ' '));
		const [startMs, endMs] = [clockMs(cell('start')), clockMs(cell('end'))];
		if (startMs === null) remarks.add('unreadableTime', line);
		cues.push(cueOf({ line, startMs, endMs, speaker: cell('name') || cell('actor') || null }, text));
	}
	return { title: /^(?:<untitled>|default aegisub file|)$/i.test(title) ? null : oneLine(title), segments: segmentsOf(fromFirst(cues), remarks), leftOut: [], notes: remarks.notes() };
}
