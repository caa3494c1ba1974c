import { type Known, knownIn, likenessOf, MANY, MOSTLY } from './names.ts';
import type { Layout, Start } from './starts.ts';
import type { TextLine } from './textLine.ts';
import { clockMs, TIME_LIKE } from './times.ts';
import type { Wrapping } from './wrapping.ts';

/**
 * Adds damaged starts of turns to a layout. A line that looks like a header, is where all turns start, or begins with a name is
 * not part of the turn above it. Its speaker is known only if the name is; otherwise it belongs to nobody.
 */
export function settled(layout: Layout, lines: readonly TextLine[], { isFull, isCut }: Wrapping): Layout {
	const { kind, areTimed, starts, used } = layout;
	const last = lines.findLastIndex((line) => starts.has(line));
	const known = knownIn([...starts.values()].flatMap(({ speaker }) => speaker ?? []));
	const isPlace = placesIn(layout, lines, isFull);
	// Messages of a chat begin with their date. Their other lines do not, whatever is on them.
	const areMessages = kind === 'labels' && starts.size > 1 && [...starts.keys()].filter(({ stamp }) => stamp !== null).length >= starts.size * MOSTLY;
	const goesOn = ({ time, mended }: TextLine): boolean => areMessages && time === null && mended === null;
	const all = new Map<TextLine, Start>();
	const timeOf = (line: TextLine): number | null => (starts.has(line) ? (line.header?.time ?? null) : null);
	/** The time of the turn above, and of the next one from each line on. */
	let before = 0;
	const next = lines.map(timeOf);
	for (let index = next.length - 2; index >= 0; index -= 1) next[index] ??= next[index + 1] ?? null;
	/** Whether a time alone on a line is one at which the next turn may start. */
	const isNext = ({ time }: TextLine, index: number): boolean => time !== null && time >= before && time <= (next[index] ?? time);
	/** How many lines the turn has; null above the first turn. */
	let said: number | null = null;
	/** Whether the time above belongs to nobody. */
	let isLoose = false;
	lines.forEach((line, index) => {
		if (used.has(line)) return;
		before = timeOf(line) ?? before;
		if (line.isClock && kind === 'headers' && (line.afterGap || isPlace(line) || isNext(line, index) || /^[-–—|·]|[-–—|·]$/.test(line.text))) {
			all.set(line, { speaker: null, text: '', time: line.time, note: 'damaged', quote: line.text, isLeftOut: true });
			[said, isLoose] = [0, false];
			return;
		}
		if (line.isClock) {
			[said, isLoose] = [1, true];
			return;
		}
		if (said !== null && goesOn(line)) return;
		const start = starts.get(line);
		if (line.isHeading && start === undefined) {
			[said, isLoose] = index < last ? [1, true] : [null, false];
			return;
		}
		const isAtPlace = isLoose || (said !== null && said > 0 && isPlace(line));
		const found = start === undefined ? doubt(line, isAtPlace, lines[index + 1]) : (doubtful(line, start) ?? start);
		if (found === null) {
			if (said !== null) said += 1;
			return;
		}
		all.set(line, found);
		[said, isLoose] = [found.text === '' ? 0 : 1, false];
	});

	/** What a line is that looks like the start of a turn, or is where one is expected. Above the first turn, only times count. */
	function doubt(line: TextLine, isAtPlace: boolean, next: TextLine | undefined): Start | null {
		const damaged = damagedHeader(line, layout, known, said !== null) ?? damagedOpening(line, layout, known, known.opened(line.text));
		if (damaged !== null || said === null) return damaged;
		return nameAlone(line, isAtPlace, next) ?? unknownHeader(line) ?? unclearOpening(line, isAtPlace) ?? (isAtPlace ? { speaker: null, text: line.text, time: null, note: 'unnamed' } : null);
	}

	/** A start with a time that cannot be read, or with part of a name. */
	function doubtful(line: TextLine, { speaker, text, time }: Start): Start | null {
		if (speaker === null) return line.isChange && known.opened(text) !== null ? { speaker, text, time, note: 'unclear', quote: text } : null;
		if (known.isDamaged(speaker)) return text === '' ? { speaker: null, text: '', time, note: 'damaged', quote: line.text, isLeftOut: true } : { speaker: null, text: line.afterTime ?? line.text, time, note: 'unclear', quote: speaker };
		return line.time === null && line.header === null && line.label !== null ? damagedOpening(line, layout, known, null) : null;
	}

	/** A name without its time, at a place for headers. */
	function nameAlone(line: TextLine, isAtPlace: boolean, next: TextLine | undefined): Start | null {
		const opened = known.opened(line.text);
		if (opened === null || /[\p{L}\d]/u.test(opened.rest)) return null;
		const isHeader = (kind === 'headers' || kind === 'names') && line.afterGap && !line.beforeGap && next !== undefined;
		if (isHeader) return { speaker: opened.speaker, text: '', time: null };
		return isAtPlace || (said ?? 0) > 0 ? { speaker: null, text: line.text, time: null, note: 'unclear', quote: opened.speaker } : null;
	}

	/** A header with words on the same line, by somebody who is unknown otherwise. */
	function unknownHeader({ text, afterGap }: TextLine): Start | null {
		const [, name = '', time = '', words = ''] = (kind === 'headers' && areTimed && afterGap && NAME_TIME_WORDS.exec(text)) || [];
		return name === '' || likenessOf(name) === 'sentence' ? null : { speaker: null, text: words, time: clockMs(time), note: 'unclear', quote: name };
	}

	/** A name before words without the sign that is between them elsewhere, or the sign without a name. */
	function unclearOpening(line: TextLine, isAtPlace: boolean): Start | null {
		const opened = known.opened(line.text);
		const sign = /^\s*([:：;|])\s*\S/.exec(opened?.rest ?? line.text)?.[1];
		const [bracket] = (areTimed && kind === 'labels' && UNKNOWN_TIME.exec(line.text)) || [];
		if (bracket !== undefined) return { speaker: null, text: line.text, time: null, note: 'unclear', quote: bracket };
		const isOpened = opened !== null && (sign !== undefined || isAtPlace || (kind === 'labels' && !isCut(line)));
		return isOpened || (opened === null && sign !== undefined) ? { speaker: null, text: line.text, time: null, note: 'unclear', quote: opened?.speaker ?? line.text } : null;
	}

	return { ...layout, starts: all };
}

/** A line with only a name and a time, one of which is damaged. */
function damagedHeader(line: TextLine, { kind, style, areTimed }: Layout, known: Known, isBelow: boolean): Start | null {
	const header = line.header ?? line.mended?.header ?? null;
	if (header === null || !areTimed) return null;
	const time = line.header === null ? null : header.time;
	const speaker = known.get(header.name);
	if (speaker !== undefined) return { speaker, text: '', time, note: time === null ? 'unreadableTime' : undefined };
	const isLike = kind === 'headers' && (header.style === style ? line.header === null || line.afterGap : isBelow && line.afterGap && likenessOf(header.name) === 'name');
	return isLike ? { speaker: null, text: '', time, note: 'damaged', quote: line.text, isLeftOut: true } : null;
}

/** A time with something else in its brackets. */
const UNKNOWN_TIME = /^[[(<{]\s?\d{1,2}:\d\d[^\])>}]*[\])>}]/;
const TIME_FIRST = new RegExp(`^[\\s([<{|·,–—-]*${TIME_LIKE}[\\s\\])>}|:：·–—-]*`, 'u');
/** More than a blank is between the name and the time: somebody may well say “by 9:30 then”. */
const NAME_TIME_WORDS = new RegExp(`^(\\S.{0,80}?)(?:\\s{2,20}|\\t|\\s{0,20}[|·–—([]\\s{0,20})(${TIME_LIKE})[\\])]?\\s{1,20}(\\S.*)$`, 'u');
const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text);

/** A known name beside a time, with words on the same line, or a damaged time before a label. */
function damagedOpening(line: TextLine, { areTimed }: Layout, known: Known, opened: ReturnType<Known['opened']>): Start | null {
	if (!areTimed) return null;
	const label = line.mended?.label ?? null;
	const named = label === null || line.mended?.time === null ? undefined : known.get(label.speaker);
	if (label !== null && named !== undefined) return { speaker: named, text: label.text, time: null, note: 'unreadableTime' };
	const [time] = (opened && TIME_FIRST.exec(opened.rest)) ?? [];
	if (opened !== null && time !== undefined) {
		const ms = clockMs(time.replace(/[^\d\p{L}:;.,]|[:,.]\s*$/gu, ''));
		return { speaker: opened.speaker, text: opened.rest.slice(time.length).trim(), time: ms, note: ms === null ? 'unreadableTime' : undefined };
	}
	if (opened !== null && isNumber(opened.rest)) return { speaker: opened.speaker, text: '', time: null, note: 'unreadableTime' };
	const after = line.mended?.afterTime ?? '';
	return after === '' ? null : { speaker: null, text: after, time: null, note: 'unreadableTime' };
}

/** The places where turns start in a file: below an empty line or, if each turn is one line, on any other line. */
function placesIn({ starts, used, kind }: Layout, lines: readonly TextLine[], isFull: (line: TextLine) => boolean): (line: TextLine) => boolean {
	const isStart = (line: TextLine): boolean => starts.has(line) || used.has(line) || (line.isClock && kind === 'labels');
	const first = lines.findIndex(isStart);
	const paragraphs = lines.slice(first).filter(({ afterGap }, index) => afterGap || index === 0);
	const begun = lines.slice(first).filter((line, index) => isStart(line) && !(index > 0 && used.has(line)));
	const areParagraphs = begun.length > 2 && paragraphs.filter(isStart).length >= paragraphs.length * MOSTLY && paragraphs.length >= begun.length * MOSTLY;
	const lengths: number[] = [];
	for (const line of lines.slice(first)) {
		const start = starts.get(line);
		if (start !== undefined) lengths.push(start.text === '' ? 0 : 1);
		else if (!line.isClock && !used.has(line) && !isFull(line)) lengths.push((lengths.pop() ?? 0) + 1);
	}
	const areLines = lengths.length >= MANY && lengths.filter((length) => length === 1).length >= lengths.length * MOSTLY;
	return (line) => !isFull(line) && ((areParagraphs && line.afterGap) || areLines);
}
