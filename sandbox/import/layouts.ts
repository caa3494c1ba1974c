import { fold } from '../text.ts';
import { settled } from './doubts.ts';
import { isFullName, judge, likenessOf, MANY, MOSTLY, NEARLY_ALL, NUMBERING, wordsOf } from './names.ts';
import type { Layout, Start } from './starts.ts';
import { repeats, type TextLine } from './textLine.ts';
import { endsSentence, type Wrapping, wrappingOf } from './wrapping.ts';

const NOTHING: Layout = { kind: 'none', starts: new Map(), used: new Set(), areTimed: false, areDated: false };

/**
 * The layout that explains most lines of a text: a name and a time above what is said, on one line or on two; a name before a
 * colon; a name alone above a paragraph; a time alone. Whatever is in the place for names is a name.
 * @param areMessages whether a chat has told who wrote each line
 */
export function layoutOf(lines: readonly TextLine[], areMessages: boolean): Layout {
	const spoken = lines.filter((line) => !line.isNoSpeech && !line.isTranscriptHeading);
	const wrapping = wrappingOf(spoken);
	const named = [headers(spoken), apart(spoken), labels(spoken, wrapping, areMessages), names(spoken)];
	const best = named.reduce((most, layout) => (layout.starts.size > most.starts.size ? layout : most));
	const nameless = timed(spoken, wrapping);
	// One name among many times is part of what is said.
	const areNames = best.starts.size > 1 && [...best.starts.values()].some(({ speaker }) => speaker !== null);
	return best.starts.size > 0 && (areNames || nameless.kind === 'none' || best.starts.size >= nameless.starts.size) ? settled(best, spoken, wrapping) : nameless;
}

/** How often each name occurs. */
function counted<T>(candidates: readonly T[], nameOf: (candidate: T) => string): (name: string) => number {
	const counts = new Map<string, number>();
	for (const candidate of candidates) counts.set(fold(nameOf(candidate)), (counts.get(fold(nameOf(candidate))) ?? 0) + 1);
	return (name) => counts.get(fold(name)) ?? 0;
}

/** What ends a sentence, and no name. */
const ENDING = /[.!?…。！？,;]$/;

/** A name and a time on a line above what is said. The two are written alike in the whole file. */
function headers(lines: readonly TextLine[]): Layout {
	const found = lines.flatMap((line, index) => (line.header === null ? [] : [{ line, index, ...line.header }])).filter(({ line, isDistinct }) => isDistinct || !line.label?.text);
	const best = [...Map.groupBy(found, ({ style }) => style).values()].toSorted((a, b) => b.length - a.length).find((group) => isAbove(group, lines));
	if (best === undefined) return NOTHING;
	const count = counted(best, ({ name }) => name);
	const areApart = best.filter(({ line }) => line.afterGap).length >= best.length * 0.8;
	const starts = new Map<TextLine, Start>();
	// A name that occurs twice with the same time is not a speaker.
	const moments = counted([...new Map(best.map(({ name, time }) => [`${fold(name)} ${time}`, name])).values()], (name) => name);
	// Below another header is one whose turn has no words before the next.
	const below = new Set(best.map(({ index }) => index + 1));
	const isAtPlace = ({ line, index }: (typeof best)[number]): boolean => line.afterGap || !areApart || below.has(index);
	const recurs = (each: (typeof best)[number]): boolean => moments(each.name) > 1 && isAtPlace(each);
	let least = Number.POSITIVE_INFINITY;
	const latest = best.toReversed().map((each) => (least = each.isDistinct || recurs(each) ? Math.min(least, each.time) : least)).toReversed();
	let before = 0;
	for (const [at, each] of best.entries()) {
		const { line, name, time, isDistinct } = each;
		// Speech may end with a time, but that is rarely in order at this place.
		const isInOrder = time >= before && time <= (latest[at] ?? time);
		const isHeader = recurs(each) || (isAtPlace(each) && (isDistinct ? areApart || isInOrder : isInOrder && likenessOf(name) !== 'sentence'));
		if (!isHeader) continue;
		before = time;
		const isGuess = count(name) === 1 && likenessOf(name) !== 'name';
		starts.set(line, { speaker: name, text: '', time, note: isGuess ? 'once' : undefined, quote: name });
	}
	return { ...NOTHING, kind: 'headers', starts, style: best[0]?.style, areTimed: true };
}

/** Whether lines that are written alike stand above texts, and have names at the place for names. */
function isAbove(group: readonly { readonly index: number; readonly name: string; readonly isDistinct: boolean }[], lines: readonly TextLine[]): boolean {
	const places = new Set(group.map(({ index }) => index));
	const followed = group.filter(({ index }) => lines[index + 1] !== undefined && !places.has(index + 1)).length;
	const count = counted(group, ({ name }) => name);
	const isLike = ({ name, isDistinct }: (typeof group)[number]): boolean => count(name) > 1 || likenessOf(name) === 'name' || (isDistinct && likenessOf(name) === 'possible');
	return followed >= group.length * 0.6 && group.filter(isLike).length >= group.length * 0.6;
}

/** A name and a time on two lines above what is said, in either order. */
function apart(lines: readonly TextLine[]): Layout {
	const clocks = lines.flatMap((line, index) => (line.isClock && !lines[index - 1]?.isClock ? [index] : []));
	// Some programs repeat the time of a turn.
	const last = (index: number): number => {
		let at = index;
		while (lines[at + 1]?.isClock) at += 1;
		return at;
	};
	const between = clocks.map((index, at) => (clocks[at + 1] ?? lines.length) - last(index) - 1);
	const roomy = between.filter((count, at) => count > 1 || (count === 1 && at === between.length - 1)).length;
	if (roomy < clocks.length * MOSTLY) return NOTHING;
	const find = (place: (index: number) => number, isFar: (line: TextLine) => boolean) =>
		clocks.flatMap((index) => {
			const at = place(index);
			const line = lines[at];
			return line !== undefined && !line.isClock && !isFar(line) && !ENDING.test(line.text) && !line.label?.text ? [{ line, index, at }] : [];
		});
	const above = find((index) => index - 1, ({ beforeGap }) => beforeGap);
	const below = find((index) => last(index) + 1, ({ afterGap }) => afterGap);
	const fits = (found: typeof above): boolean => {
		const count = counted(found, ({ line }) => line.text);
		const recurring = found.filter(({ line }) => count(line.text) > 1).length;
		const looks = found.filter(({ line }) => /\p{Lu}/u.test(line.text) && likenessOf(line.text) === 'name').length;
		// If each of them begins a paragraph, this is the place for names.
		const isPlace = found.length > 1 && found.every(({ line }) => line.afterGap && likenessOf(line.text) !== 'sentence');
		return found.length >= clocks.length * MOSTLY && (isPlace || recurring * 2 >= found.length || looks >= found.length * 0.8);
	};
	// Above the time of another message of the same person is something that they said.
	const isApart = above.filter(({ line }) => line.afterGap).length >= above.length * MOSTLY;
	const found = [isApart ? above.filter(({ line }) => line.afterGap) : above, below].find(fits);
	if (found === undefined) return NOTHING;
	const count = counted(found, ({ line }) => line.text);
	const starts = new Map<TextLine, Start>(found.map(({ line, index }) => {
		const name = bareName(line.text);
		return [line, { speaker: name, text: '', time: lines[index]?.time ?? null, note: count(line.text) === 1 && likenessOf(name) !== 'name' ? 'once' : undefined, quote: name }];
	}));
	const used = new Set(lines.filter((line) => line.isClock));
	for (const { line, index, at } of found) {
		const name = bareName(line.text);
		const [before, after] = [lines[at - 1], lines[last(index) + 1]];
		if (before !== undefined && !line.afterGap && isInitials(before.text, name)) used.add(before);
		if (after !== undefined && !starts.has(after) && (repeats(after, name) || fold(after.text) === fold(name))) used.add(after);
	}
	const named = new Set(found.map(({ index }) => index));
	for (const index of clocks) {
		const line = lines[last(index) + 1];
		if (!named.has(index) && line !== undefined && !starts.has(line) && !line.isClock) starts.set(line, { speaker: null, text: line.text, time: null, note: 'unnamed' });
	}
	return { ...NOTHING, kind: 'apart', starts, used, areTimed: true };
}

/** Whether a line is what pages show in the place of a picture: `AL` for Ada Lind. */
const isInitials = (text: string, name: string): boolean => text === name.split(' ').map((word) => word.charAt(0).toUpperCase()).join('');

/** A name alone on its line without what may be around it: `Ann Lee —`, `• Ann Lee`, `(Ann Lee)`. */
const bareName = (text: string): string => text.replace(/^[-–—|·•>~@#=*\s]+|(?<![-–—|·>~#=*:：\s])[-–—|·>~#=*:：\s]+$/g, '').replace(/^(?:\[(.*)\]|\((.*)\)|\{(.*)\}|["“„](.*)["”“])$/, '$1$2$3$4');

/** In a text whose names do not recur, the minimum share of paragraphs that start with a name. */
const LABEL_SHARE = 0.2;

/** Finds names before a colon. If names are bold or have times next to them, other colons are part of what is said. */
function labels(lines: readonly TextLine[], { isFull, isCut }: Wrapping, areMessages: boolean): Layout {
	const below = lines.slice(Math.max(0, lines.findIndex(({ label }) => label !== null)));
	const written = below.filter((line) => !line.isClock && !line.isHeading);
	const placed = new Set(written.flatMap(({ afterGap, label }) => (afterGap && label !== null ? [fold(label.speaker)] : [])));
	const alone = counted(written.flatMap(({ label }) => (label?.text === '' ? [label.speaker] : [])), (name) => name);
	const all = written.filter((line, index) => !isUnder(line, written[index - 1], alone) || placed.has(fold(line.label?.speaker ?? '')));
	const labelled = all.filter(({ label }) => label !== null);
	const mostly = (has: (line: TextLine) => boolean): boolean => labelled.filter(has).length >= labelled.length * MOSTLY;
	const areChanges = mostly(({ isChange }) => isChange);
	const areTimed = labelled.filter(({ time }) => time !== null).length * 2 > labelled.length;
	const areDated = labelled[0]?.stamp != null && labelled.filter(({ stamp }) => stamp !== null).length > 1;
	const marks: readonly (readonly [has: boolean, isMarked: (line: TextLine) => boolean])[] = [
		[areNamesAlone(labelled), ({ label }) => label?.text === ''],
		[areDated, ({ stamp }) => stamp !== null],
		[mostly(({ isLabelBold }) => isLabelBold), ({ isLabelBold }) => isLabelBold],
		[mostly(({ time }) => time !== null), ({ time }) => time !== null],
		[areChanges, ({ isChange }) => isChange],
	];
	const isMarked = marks.find(([has]) => has)?.[1] ?? (() => true);
	// Items of a list are speech, unless the names themselves are list items. Names in a list of tasks are of those who have something to do.
	const tasks = tasksIn(lines);
	const areItems = mostly(isBulleted) && !all.some(isTask);
	const isItem = (line: TextLine): boolean => (!areItems && isBulleted(line)) || tasks.has(line);
	const area = all.filter((line) => isMarked(line) && !isItem(line));
	const inArea = new Set(area);
	// Empty lines tell where turns start only if nearly every name follows one.
	const hasGaps = labelled.filter(({ afterGap }) => afterGap).length >= labelled.length * 0.8;
	const verdict = judge(
		area.filter((line) => (line.label === null ? !isFull(line) : !isCut(line))).map(({ label, afterGap }) => ({ label, isStart: afterGap || !hasGaps })),
		wordsOf(function* () { for (const { label, text } of all) yield label?.text ?? text; }),
		{ share: LABEL_SHARE, areTimed },
	);
	if (!verdict.hasNames && !area.some(({ label }) => label !== null && verdict.isUnclear(label))) return NOTHING;
	const known = new Set(area.flatMap((line) => (line.label !== null && !isCut(line) && verdict.isName(line.label) ? [fold(line.label.speaker)] : [])));
	const starts = new Map<TextLine, Start>();
	(areDated ? all.filter(isMarked) : all).forEach((line) => {
		const { label, afterTime, time, text, isChange } = line;
		const isCandidate = inArea.has(line) && !isCut(line);
		if (label !== null && !isItem(line) && known.has(fold(label.speaker))) {
			starts.set(line, { speaker: label.speaker, text: label.text, time, note: verdict.isGuess(label) && !areDated && !areMessages ? 'once' : undefined, quote: label.speaker });
		} else if (label !== null && (isCandidate ? verdict.isUnclear(label) : (isItem(line) && label.likeness !== 'sentence') || (!isMarked(line) && !isCut(line) && isFullName(label.speaker)))) {
			starts.set(line, { speaker: null, text: afterTime ?? text, time, note: 'unclear', quote: label.speaker });
		} else if (areTimed && afterTime !== null) starts.set(line, { speaker: null, text: afterTime, time, note: 'unnamed' });
		else if (areChanges && isChange) starts.set(line, { speaker: null, text: withoutChange(text), time });
	});
	return { ...NOTHING, kind: 'labels', starts, areTimed, areDated };
}

/** Whether names stand alone above what is said, by the lines below empty ones if there are any: a colon within a paragraph then follows no name. */
function areNamesAlone(labelled: readonly TextLine[]): boolean {
	const placed = labelled.filter(({ afterGap }) => afterGap);
	const all = placed.length > 1 ? placed : labelled;
	const alone = all.filter(({ label, header }) => label?.text === '' && header === null);
	const count = counted(alone, ({ label }) => label?.speaker ?? '');
	return alone.length >= all.length * MOSTLY && alone.some(({ label }) => count(label?.speaker ?? '') > 1);
}

/**
 * Whether a line with a colon begins what the name alone above it says: one that only ends with a colon, or whatever is before the colon, where
 * it is never alone and the name above is so again.
 */
const isUnder = ({ label, afterGap }: TextLine, above: TextLine | undefined, alone: (name: string) => number): boolean =>
	label !== null && !afterGap && above?.label?.text === '' && (label.text === '' || (alone(label.speaker) === 0 && alone(above.label.speaker) > 1));

const withoutChange = (text: string): string => text.replace(/[>–—]+/, '');
const isTask = ({ text }: TextLine): boolean => /^[-*•+]\s\[[ x]\]\s/i.test(text);
/** What stands above a list of tasks or decisions. */
export const TASKS = /^[\W\d]*(?:actions?(?: items?| points?)?|next steps|to[- ]?dos?|tasks|decisions|aufgaben|nächste schritte|maßnahmen|beschlüsse|acciones|tareas|próximos pasos|tâches|prochaines étapes|ações|tarefas|próximos passos)(?!\p{L}).{0,40}$/iu;

/** The items of lists of tasks, which have bullets, or are a paragraph below its heading. */
function tasksIn(lines: readonly TextLine[]): ReadonlySet<TextLine> {
	let list: 'bulleted' | 'plain' | null = null;
	return new Set(lines.filter((line, index) => {
		const above = lines[index - 1];
		const isBelow = above !== undefined && TASKS.test(above.text);
		if (isBulleted(line)) list = list !== null || isBelow ? 'bulleted' : null;
		else list = !line.afterGap && (list === 'plain' || (isBelow && above.afterGap)) ? 'plain' : null;
		return list !== null;
	}));
}

const BULLETED = new RegExp(`^(?:[-*•+>]|${NUMBERING})\\s`);
/** An item of a list, or a quoted line of a message. */
const isBulleted = ({ text }: TextLine): boolean => BULLETED.test(text);

/** Finds names alone above a paragraph: the first lines of paragraphs recur, or are headings. */
function names(lines: readonly TextLine[]): Layout {
	const likely = lines.filter((line, index) => {
		const next = lines[index + 1];
		return !line.isChange && line.time === null && line.header === null && !line.label?.text && next !== undefined && !next.isClock && !ENDING.test(line.text);
	});
	const recurringAmong = (some: readonly TextLine[]): readonly TextLine[] => {
		const count = counted(some, ({ text }) => bareName(text));
		return some.filter(({ text }) => count(bareName(text)) > 1);
	};
	const areSpaced = lines.slice(1).some(({ afterGap }) => afterGap);
	// An empty line may be below names as well, so that they are paragraphs of their own.
	const isSetApart = ({ isHeading, isBold }: TextLine): boolean => isHeading || isBold;
	const between = recurringAmong(likely.filter((line) => !isSetApart(line) && line.afterGap && line.beforeGap));
	const areBetween = between.length > recurringAmong(likely.filter((line) => isSetApart(line) || (line.afterGap && !line.beforeGap))).length;
	const hasGaps = areSpaced && !areBetween;
	const isPlaced = (line: TextLine): boolean => isSetApart(line) || !areSpaced || (line.afterGap && line.beforeGap === areBetween);
	const paragraphs = lines.filter(isPlaced).length;
	const tops = likely.filter(isPlaced);
	const count = counted(tops, ({ text }) => bareName(text));
	const recurring = recurringAmong(tops);
	// Where all paragraphs have such a line, it is the place for names.
	const isPlace = hasGaps && tops.length >= MANY && tops.length >= paragraphs * NEARLY_ALL;
	const isPanel = isPlace && tops.every(({ text }) => likenessOf(bareName(text)) === 'name');
	if (recurring.length < 2 || (!isPanel && recurring.length < paragraphs * (hasGaps ? 0.4 : 0.3))) return NOTHING;
	const starts = new Map<TextLine, Start>();
	// Where names that recur have a sign around them, what else has one may be a name, too.
	const isDressed = ({ text }: TextLine): boolean => text !== bareName(text);
	const areDressed = recurring.every(isDressed);
	// A heading of another level than names is a title.
	const levels = new Set(recurring.map(({ level }) => level));
	for (const line of tops.filter(({ isHeading, level }) => !isHeading || levels.has(level))) {
		const name = bareName(line.text);
		const likeness = likenessOf(name);
		if (count(name) > 1 || (areSpaced && (isPlace || likeness === 'name')) || (areDressed && isDressed(line) && likeness !== 'sentence')) starts.set(line, { speaker: name, text: '', time: null, note: count(name) === 1 ? 'once' : undefined, quote: name });
		else if (areSpaced && likeness === 'possible') starts.set(line, { speaker: null, text: line.text, time: null, note: 'unclear', quote: name });
	}
	return { ...NOTHING, kind: 'names', starts };
}

/** Times alone, at the start of a line or on a line of their own, and changes of speaker without a name. */
function timed(lines: readonly TextLine[], { areParagraphs }: Wrapping): Layout {
	const changes = lines.flatMap((line): (readonly [TextLine, Start])[] => (line.isChange ? [[line, { speaker: null, text: withoutChange(line.text), time: null }]] : []));
	const starting = lines.flatMap((line): (readonly [TextLine, Start])[] => {
		const text = line.afterTime ?? line.mended?.afterTime ?? '';
		return text === '' || line.isClock ? [] : [[line, { speaker: null, text, time: line.time, note: line.time === null ? 'unreadableTime' : undefined }]];
	});
	const atLeastTwo = (found: typeof starting): typeof starting => (found.length < 2 ? [] : found);
	const [times, others] = [atLeastTwo(starting), atLeastTwo(changes)];
	if (times.length === 0 && others.length === 0 && !lines.some(({ isClock }) => isClock)) return areParagraphs ? { ...NOTHING, starts: paragraphs(lines) } : NOTHING;
	return { ...NOTHING, kind: 'timed', starts: new Map([...others, ...times]) };
}

const paragraphs = (lines: readonly TextLine[]): ReadonlyMap<TextLine, Start> =>
	new Map(lines.flatMap((line, index) => {
		const before = lines[index - 1];
		const goesOn = before !== undefined && !line.afterGap && !endsSentence(before) && /^\p{Ll}/u.test(line.text);
		return goesOn || line.isHeading ? [] : [[line, { speaker: null, text: line.text, time: null }]];
	}));
