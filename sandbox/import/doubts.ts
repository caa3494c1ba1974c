import { fold } from '../text.ts';
import { isFullName, type Known, knownIn, likenessOf, MANY, MOSTLY } from './names.ts';
import type { Layout, Start } from './starts.ts';
import type { TextLine } from './textLine.ts';
import { clockMs, TIME_LIKE } from './times.ts';
import type { Wrapping } from './wrapping.ts';

/**
 * Adds damaged starts of turns to a layout. A line that looks like a header, is where all turns start, or begins with a name is
 * not part of the turn above it. Its speaker is known only if the name is; otherwise it belongs to nobody.
 */
export function settled(layout: Layout, lines: readonly TextLine[], { isFull, isCut }: Wrapping): Layout {
	const { kind, areTimed, areDated, starts, used } = layout;
	const last = lines.findLastIndex((line) => starts.has(line));
	const known = knownIn([...starts.values()].flatMap(({ speaker }) => speaker ?? []));
	const isPlace = placesIn(layout, lines, isFull);
	const isApart = apartIn(layout);
	const goesOn = ({ stamp, mended }: TextLine): boolean => areDated && stamp === null && (mended?.stamp ?? null) === null;
	const all = new Map<TextLine, Start>();
	const timeOf = (line: TextLine): number | null => (starts.has(line) ? (line.header?.time ?? null) : null);
	/** The time of the next turn from each line on. */
	let later: number | null = null;
	const next = lines.toReversed().map((line) => (later = timeOf(line) ?? later)).toReversed();
	/** How many lines the turn has; null above the first turn. */
	let said: number | null = null;
	/** Whether the time above belongs to nobody. */
	let isLoose = false;
	lines.forEach((line, index) => {
		if (used.has(line)) return;
		if (line.isClock && kind === 'headers') {
			all.set(line, { speaker: null, text: '', time: (line.time ?? 0) <= (next[index] ?? Number.POSITIVE_INFINITY) ? line.time : null, note: 'damaged', quote: line.text, isLeftOut: true });
			[said, isLoose] = [0, false];
			return;
		}
		if (line.isClock) {
			[said, isLoose] = [1, true];
			return;
		}
		if (goesOn(line)) return;
		const start = starts.get(line);
		if (line.isHeading && start === undefined) {
			[said, isLoose] = [index < last ? 1 : null, true];
			return;
		}
		const isBelow = (said ?? 0) > 0;
		const isAtPlace = isLoose || (isBelow && (isPlace(line) || (kind === 'labels' && isReply(line, lines[index - 1], lines[index + 1]))));
		const paragraph: Start | null = isBelow && isApart(line, lines[index - 1]) ? { speaker: null, text: line.text, time: null, note: 'apart' } : null;
		const found = start === undefined ? (doubt(line, isAtPlace) ?? paragraph) : (doubtful(line, start) ?? start);
		if (found === null) {
			if (said !== null) said += 1;
			return;
		}
		all.set(line, found);
		[said, isLoose] = [found.text === '' ? 0 : 1, false];
	});

	/** What a line is that looks like the start of a turn, or is where one is expected. Above the first turn, only times count. */
	function doubt(line: TextLine, isAtPlace: boolean): Start | null {
		const damaged = damagedHeader(line, layout, known, said !== null) ?? damagedOpening(line, layout, known, known.opened(line.text));
		if (damaged !== null || said === null) return damaged;
		return nameAlone(line) ?? unknownHeader(line) ?? unclearOpening(line, isAtPlace) ?? (isAtPlace ? { speaker: null, text: line.text, time: null, note: 'unnamed' } : null);
	}

	/** A start with a time that cannot be read, or with part of a name. */
	function doubtful(line: TextLine, { speaker, text, time }: Start): Start | null {
		if (speaker === null) return line.isChange && known.opened(text) !== null ? { speaker, text, time, note: 'unclear', quote: text } : null;
		if (known.isDamaged(speaker)) return text === '' ? { speaker: null, text: '', time, note: 'damaged', quote: line.text, isLeftOut: true } : { speaker: null, text: line.afterTime ?? line.text, time, note: 'unclear', quote: speaker };
		return line.time === null ? damagedOpening(line, layout, known, null) : null;
	}

	/** A name without its time, at a place for headers. */
	function nameAlone({ text, afterGap, beforeGap }: TextLine): Start | null {
		const opened = known.opened(text);
		if (opened === null || /\p{L}|\d/u.test(opened.rest)) return null;
		const { speaker } = opened;
		return kind === 'headers' && afterGap && !beforeGap ? { speaker, text: '', time: null } : { speaker: null, text, time: null, note: 'unclear', quote: speaker };
	}

	/** A header with words on the same line, by somebody who is unknown otherwise. */
	function unknownHeader({ text, afterGap }: TextLine): Start | null {
		const [, name = '', time = '', words = ''] = NAME_TIME_WORDS.exec(text) ?? [];
		const isHeader = isFullName(name) || (kind === 'headers' && afterGap && likenessOf(name) !== 'sentence');
		return name !== '' && isHeader ? { speaker: null, text: kind === 'headers' ? words : text, time: clockMs(time), note: 'unclear', quote: name } : null;
	}

	/** A name before words without the sign that is between them elsewhere, or the sign without a name. */
	function unclearOpening(line: TextLine, isAtPlace: boolean): Start | null {
		const opened = known.opened(line.text);
		const [bracket] = (areTimed && UNKNOWN_TIME.exec(line.text)) || [];
		const isSigned = SIGNED.test(opened?.rest ?? line.text) || /^\s[-–—]\s/.test(opened?.rest ?? '') || (kind === 'labels' && hasOddLabel(line.text));
		const other = BRACKETED.exec(line.text)?.[1] ?? (kind === 'labels' ? undefined : line.label?.speaker);
		const isUnclear = bracket !== undefined || isSigned || (other !== undefined && isFullName(other)) || (opened !== null && (isAtPlace || (kind === 'labels' && !isCut(line))));
		return isUnclear ? { speaker: null, text: line.text, time: null, note: 'unclear', quote: bracket ?? opened?.speaker ?? other ?? line.text } : null;
	}

	return { ...layout, starts: all };
}

/** Whether a dash marks that somebody else speaks, as in novels. Several such lines are a list, as is one below a colon. */
function isReply({ text }: TextLine, before: TextLine | undefined, after: TextLine | undefined): boolean {
	const isDashed = (line: TextLine | undefined): boolean => /^[-–—]\s/.test(line?.text ?? '');
	return /^[-–—]\s(?!\p{Ll})/u.test(text) && !isDashed(before) && !isDashed(after) && !/[:：]$/.test(before?.text ?? '');
}

/** A line with only a name and a time, one of which is damaged, or which are written in another way than elsewhere. */
function damagedHeader(line: TextLine, { kind, style, areTimed }: Layout, known: Known, isBelow: boolean): Start | null {
	const header = line.header ?? line.mended?.header ?? null;
	const isWhole = line.header !== null && isFullName(line.header.name) && isBelow;
	if (header === null || !(areTimed || isWhole)) return null;
	const time = line.header === null || !areTimed ? null : header.time;
	const speaker = known.get(header.name);
	if (speaker !== undefined) return { speaker, text: '', time, note: time === null ? 'unreadableTime' : undefined };
	const isNamed = likenessOf(header.name) === 'name' || (line.header === null && likenessOf(header.name) === 'possible');
	const isLike = kind === 'headers' && (header.style === style ? line.header === null || line.afterGap : isBelow && line.afterGap && isNamed);
	return isLike || isWhole ? { speaker: null, text: '', time, note: 'damaged', quote: line.text, isLeftOut: true } : null;
}

/** The sign between a name and words, perhaps with others in the place of the name: `???: Hello`. `:tada:` is an emoji. */
const SIGNED = /^\s*(?:[^\p{L}\p{N}\s:：;|!]{1,10}\s?)?[:：;|](?![\w+-]+:)/u;
/** Whether a name seems to stand before a colon, with signs that names do not have: `Cleo?: Hello`. */
function hasOddLabel(text: string): boolean {
	const [, label = ''] = /^([^:：]{1,40})[:：]\s/.exec(text) ?? [];
	const bare = label.replace(/\(\?\)|[?…]|!$/g, ' ').trim();
	return bare !== '' && bare !== label && likenessOf(bare) !== 'sentence';
}

/** `[Anna Smith] Hello` */
const BRACKETED = /^\[([^[\]]{3,60})\]\s/;
/** A time with something else in its brackets. */
const UNKNOWN_TIME = /^[[(<{]\d{1,2}:\d\d[^\])>}]*[\])>}]/;
const TIME_FIRST = new RegExp(`^[\\s([<{|·,–—-]*(${TIME_LIKE})[\\s\\])>}|:：·–—-]*`);
/** More than a blank is between the name and the time: somebody may well say “by 9:30 then”. */
const NAME_TIME_WORDS = new RegExp(`^(\\S.{0,80}?)(?:\\s{2,20}|\\t|\\s{0,20}[|·–—([]\\s{0,20})(${TIME_LIKE})[\\])]?\\s{1,20}(\\S.*)$`);
const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text);

/** A known name beside a time, with words on the same line, or a damaged time before a label. */
function damagedOpening(line: TextLine, { areTimed }: Layout, known: Known, opened: ReturnType<Known['opened']>): Start | null {
	if (!areTimed) return null;
	const { label = null, time: mended = null, afterTime: after = '' } = line.mended ?? {};
	const named = label && mended !== null && known.get(label.speaker);
	if (label && named) return { speaker: named, text: label.text, time: null, note: 'unreadableTime' };
	const [whole = '', time] = (opened && TIME_FIRST.exec(opened.rest)) ?? [];
	if (opened && time !== undefined) {
		const ms = clockMs(time.replace(/:$/, ''));
		return { speaker: opened.speaker, text: opened.rest.slice(whole.length), time: ms, note: ms === null ? 'unreadableTime' : undefined };
	}
	if (opened !== null && isNumber(opened.rest)) return { speaker: opened.speaker, text: '', time: null, note: 'unreadableTime' };
	return after ? { speaker: null, text: after, time: null, note: 'unreadableTime' } : null;
}

/** The places where turns start in a file: below an empty line or, if each turn is one line, on any other line. */
function placesIn({ starts, used }: Layout, lines: readonly TextLine[], isFull: (line: TextLine) => boolean): (line: TextLine) => boolean {
	const isStart = (line: TextLine): boolean => starts.has(line) || used.has(line);
	const below = lines.slice(lines.findIndex(isStart));
	const paragraphs = below.filter(({ afterGap }) => afterGap);
	const areParagraphs = paragraphs.filter(isStart).length >= paragraphs.length * MOSTLY && paragraphs.length >= starts.size * MOSTLY;
	const headers = [...starts.values()].filter(({ text }) => text === '').length;
	const others = below.filter((line) => !isStart(line) && !line.isClock && !isFull(line)).length;
	const areLines = starts.size >= MANY && others - headers <= starts.size * (1 - MOSTLY);
	return (line) => !isFull(line) && ((areParagraphs && line.afterGap) || areLines);
}

/**
 * Whether a paragraph without a name may be by somebody else, in a file with names before colons: below a question that is bold as a
 * whole, where only one person has a name, or where turns are not paragraphs.
 */
function apartIn({ kind, starts }: Layout): (line: TextLine, above: TextLine | undefined) => boolean {
	const all = [...starts];
	const areBold = all.some(([{ isBold }, { text }]) => isBold && text !== '');
	const isOne = new Set(all.flatMap(([, { speaker }]) => (speaker === null ? [] : fold(speaker)))).size === 1;
	const areLines = all.slice(1).filter(([{ afterGap }]) => !afterGap).length * 2 > all.length - 1;
	return ({ afterGap, isBold }, above) => kind === 'labels' && ((areBold && isBold !== above?.isBold) || (afterGap && (isOne || areLines)));
}
