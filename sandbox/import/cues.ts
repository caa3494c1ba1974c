import { fold, oneLine } from '../text.ts';
import { type Spoken, voicesOf } from './markup.ts';
import { judge, type Known, knownIn, type Label, labelOf, labelReader, likenessOf, MOSTLY, partedAtNames, speakerOf, type Verdict, wordsOf } from './names.ts';
import type { ParsedSegment } from './parsedMeeting.ts';
import type { Remarks } from './remarks.ts';
import { timed } from './times.ts';

/** A caption, or a row of a table: a text with its times and perhaps its speaker. */
export interface Cue {
	/** Line of the file, counted from 1. */
	readonly line: number;
	/** Null if the file doesn't say. */
	readonly startMs: number | null;
	readonly endMs: number | null;
	/** The speaker, if the format has a place for names. */
	readonly speaker: string | null;
	/** What is said, perhaps with a name at its start. */
	readonly voices: readonly Spoken[];
}

/** A caption of a format that has no place for names. Its text may contain the speakers, as `Name: text` or on a line of their own. */
export const cueOf = (cue: Omit<Cue, 'voices'>, text: string): Cue => ({ ...cue, voices: voicesOf(text) });

/** A caption of what can be heard, which nobody says: `[music]`. */
const SOUND = /^(?:\[[^[\]]+\]|\([^()]+\)|[♪♫].*)$/u;

/** How captions mark another speaker without a name. */
const CHANGE = /^(?:[-–—]|>>+)/;

/** Assigns every text to its speaker. One decision for all captions: voices, a name on top, names before a colon, or none. */
export function segmentsOf(captions: readonly Cue[], remarks: Remarks): ParsedSegment[] {
	const cues = inTurns(captions.filter((cue) => linesOf(cue).length > 0));
	const unvoiced = cues.filter(isUnvoiced);
	const voices = knownIn(cues.flatMap((cue) => cue.voices.flatMap(({ speaker }) => speaker ?? [])));
	const spokenIn = namesAreOnTop(unvoiced) ? onTop(unvoiced, remarks) : labelled(unvoiced, unvoiced.length === cues.length, remarks);
	return timed(
		cues.flatMap((cue) => {
			const spoken = (isUnvoiced(cue) ? spokenIn(cue) : cue.voices.flatMap((voice) => withOthers(voice, voices))).map(({ speaker, text }) => ({ speaker: speaker ?? cue.speaker, text: oneLine(text) })).filter(({ text }) => text !== '');
			if (unvoiced.length < cues.length && spoken.some(({ speaker }) => speaker === null)) remarks.add('unnamed', cue.line);
			return spoken.map(({ speaker, text }) => ({ speaker: speakerOf(oneLine(speaker ?? '')), text, startMs: cue.startMs, endMs: cue.endMs }));
		}),
	);
}

/** Captions with each turn on a line of its own, also where a name follows a sentence. */
function inTurns(cues: readonly Cue[]): readonly Cue[] {
	const parted = partedAtNames(cues.flatMap((cue) => (cue.speaker === null ? linesOf(cue) : [])));
	const inLines = (text: string): string => text.split('\n').flatMap((line) => parted(oneLine(line))).join('\n');
	return cues.map((cue) => (cue.speaker === null ? { ...cue, voices: cue.voices.map(({ speaker, text }) => ({ speaker, text: inLines(text) })) } : cue));
}

/** What a voice says, without its lines that begin with the name of another. */
function withOthers({ speaker, text }: Spoken, voices: Known): Spoken[] {
	let last = { speaker, text: '' };
	const spoken = [last];
	for (const line of text.split('\n')) {
		const label = labelOf(oneLine(line));
		const other = label?.text ? voices.get(label.speaker) : undefined;
		if (label === null || other === undefined) last.text += `\n${line}`;
		else spoken.push((last = { speaker: other, text: label.text }));
	}
	return spoken;
}

const isUnvoiced = ({ speaker, voices }: Cue): boolean => speaker === null && voices.every((voice) => voice.speaker === null);
export const linesOf = ({ voices }: Cue): string[] => voices.flatMap(({ text }) => text.split('\n')).map(oneLine).filter((line) => line !== '');
/** The first lines of captions that have more. */
const topsOf = (captions: readonly (readonly string[])[]): string[] => captions.flatMap(([first = '', ...others]) => (others.length === 0 ? [] : [first]));

/** Whether the first line of (nearly) every caption is a name: it is alone on that line, and the names recur or look like names. */
function namesAreOnTop(cues: readonly Cue[]): boolean {
	const firsts = topsOf(cues.map(linesOf));
	if (cues.length < 2 || firsts.length < cues.length * 0.9 || firsts.some((first) => /[:：.!?…]$/.test(first) || labelOf(first)?.text)) return false;
	const named = firsts.filter((first) => likenessOf(first) === 'name').length;
	return new Set(firsts.map(fold)).size * 2 <= firsts.length || named >= firsts.length * 0.8;
}

function onTop(cues: readonly Cue[], remarks: Remarks): (cue: Cue) => Spoken[] {
	const known = knownIn(topsOf(cues.map(linesOf)));
	return (cue) => {
		const [speaker = '', ...others] = linesOf(cue);
		// A copied line repeats the name.
		const text = others.filter((line) => line !== speaker).join(' ');
		if (text !== '' && !known.isDamaged(speaker)) {
			if (!known.recurs(speaker) && likenessOf(speaker) !== 'name') remarks.add('once', cue.line, speaker);
			return [{ speaker, text }];
		}
		const isSilent = text === '' && known.get(speaker) !== undefined;
		remarks.add(isSilent ? 'silent' : text === '' ? 'unnamed' : 'unclear', cue.line, text === '' ? undefined : speaker);
		return isSilent ? [] : [{ speaker: null, text: [speaker, ...others].join(' ') }];
	};
}

/**
 * Reads captions whose names, if any, are before a colon. If the file only names changes of speaker, a name applies until the
 * next one; if it repeats names, a caption without one has no known speaker. Text that may or may not begin with a name has no
 * speaker.
 */
function labelled(cues: readonly Cue[], isWhole: boolean, remarks: Remarks): (cue: Cue) => Spoken[] {
	const texts = cues.map(linesOf);
	const read = labelReader(texts.flatMap(([first]) => first ?? []));
	const labels = texts.map((lines) => lines.map(read));
	const openings = labels.flatMap((found, at) => found.map((label, index) => ({ label, isStart: index === 0, isMarked: texts[at]?.[index]?.startsWith('>>') === true })));
	const labelsOf = new Map(cues.map((cue, index) => [cue, labels[index] ?? []]));
	const verdict = judge(openings, wordsOf(function* () { for (const lines of texts) yield* lines; }), { areTimed: true });
	const known = knownIn(labels.flatMap((found) => found.flatMap((label) => (label !== null && verdict.isName(label) ? [label.speaker] : []))));
	const first = labels.map(([label = null]) => (label !== null && verdict.isName(label) ? fold(label.speaker) : null));
	const areAll = first.filter((speaker) => speaker !== null).length >= texts.length * MOSTLY;
	const isOpened = (line: string): boolean => {
		const { rest } = known.opened(line) ?? {};
		return rest !== undefined && (rest === '' || /^\s*[:：;|]|^\s[-–—]\s/.test(rest) || /^[[(<]/.test(line));
	};
	const repeats = first.some((speaker, index) => speaker !== null && speaker === first[index + 1]);
	let current: string | null = null;
	return (cue) => {
		if (!isWhole || repeats || areAll) current = null;
		if (current !== null && linesOf(cue).every((line) => SOUND.test(line))) {
			remarks.add('unnamed', cue.line);
			return [{ speaker: null, text: linesOf(cue).join(' ') }];
		}
		const spoken = spokenIn(cue, labelsOf.get(cue) ?? [], { ...verdict, isName: (label) => verdict.isName(label) && !known.isDamaged(label.speaker), isUnclear: (label) => verdict.isUnclear(label) || known.isDamaged(label.speaker), isOpened }, current, remarks);
		current = spoken.at(-1)?.speaker ?? null;
		return spoken;
	};
}

function spokenIn(cue: Cue, labels: readonly (Label | null)[], { hasNames, isName, isUnclear, isGuess, isOpened }: Verdict & { readonly isOpened: (line: string) => boolean }, current: string | null, remarks: Remarks): Spoken[] {
	const spoken: { speaker: string | null; text: string }[] = [];
	const lines = linesOf(cue).map((line, index) => ({ line, label: labels[index] ?? null }));
	const isDialogue = CHANGE.test(lines[0]?.line ?? '');
	const named = (label: Label | null): label is Label => label !== null && isName(label);
	lines.forEach(({ line, label }, index) => {
		const next = lines[index + 1];
		const last = spoken.at(-1);
		if (named(label) && (label.text !== '' || (next !== undefined && !named(next.label)))) {
			if (isGuess(label)) remarks.add('once', cue.line, label.speaker);
			spoken.push({ speaker: label.speaker, text: label.text });
		} else if (named(label) && lines.length === 1) {
			remarks.add('silent', cue.line);
			// The next caption may belong to this speaker.
			spoken.push({ speaker: null, text: '' });
		} else if ((label !== null && (isUnclear(label) || isName(label))) || isOpened(line)) {
			remarks.add('unclear', cue.line, label?.speaker ?? line);
			spoken.push({ speaker: null, text: line });
		} else if (isDialogue && CHANGE.test(line)) {
			if (hasNames) remarks.add('unnamed', cue.line);
			spoken.push({ speaker: null, text: line.replace(CHANGE, '') });
		}
		else if (last !== undefined) last.text += ` ${line}`;
		else {
			if (current !== null) remarks.add('continued', cue.line);
			else if (hasNames) remarks.add('unnamed', cue.line);
			spoken.push({ speaker: current, text: line });
		}
	});
	return spoken;
}
