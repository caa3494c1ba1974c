import { elapsedTime, type TranscriptLine } from '../../format/index.ts';
import { stemOf, wordsIn } from './words.ts';

/** The moment of a meeting at which something was said. */
export interface Evidence {
	/** The words of one or more consecutive lines of one speaker, as in the transcript. */
	readonly quote: string;
	/** Who said all of it; null when unknown. */
	readonly speaker: string | null;
	/** Since the first words of the recording, `HH:MM:SS`. */
	readonly time: string;
	readonly startSeconds: number;
	/** Of the first line in the transcript, from 0. */
	readonly index: number;
}

/**
 * Finds the passage that a sentence of a summary is based on, as Jing and McKeown (1999) and Ernst et al. (2021) do for
 * summaries and their sources: the short window of consecutive sentences that contains most of the sentence's weighted
 * terms. docs/benchmarks.md says how often it is right.
 */

/** A sentence, or a whole line if it is short. */
interface Unit {
	readonly line: number;
	readonly start: number;
	readonly end: number;
	readonly words: number;
}

interface Alignable {
	readonly lines: readonly TranscriptLine[];
	readonly units: readonly Unit[];
	/** The units that have a stem, in order. */
	readonly unitsOf: ReadonlyMap<string, readonly number[]>;
	/** Words of the speakers’ names. Summaries say who said something, while speakers rarely say their own names. */
	readonly names: ReadonlySet<string>;
}

const SENTENCE = /[^.!?。！？]+[.!?。！？]*\s*/gu;
const LONG_LINE = 30;
const MAX_UNIT_WORDS = 60;

function alignable(lines: readonly TranscriptLine[]): Alignable {
	const units: Unit[] = [];
	const unitsOf = new Map<string, number[]>();
	const stems = new Map<string, string>();
	const add = (line: number, text: string, start: number): void => {
		const words = wordsIn(text);
		for (let from = 0; from < words.length; from += MAX_UNIT_WORDS) {
			const part = words.slice(from, from + MAX_UNIT_WORDS);
			const isFirst = from === 0;
			const isLast = from + MAX_UNIT_WORDS >= words.length;
			const unit = units.length;
			units.push({
				line,
				start: start + (isFirst ? 0 : (part[0]?.start ?? 0)),
				end: start + (isLast ? text.length : (part.at(-1)?.end ?? text.length)),
				words: part.length,
			});
			for (const { word } of part) {
				const stem = stems.get(word) ?? stemOf(word);
				stems.set(word, stem);
				const list = unitsOf.get(stem);
				if (!list) unitsOf.set(stem, [unit]);
				else if (list.at(-1) !== unit) list.push(unit);
			}
		}
	};
	for (const [line, { text }] of lines.entries()) {
		if (text.length < LONG_LINE * 6) add(line, text, 0);
		else for (const { 0: sentence, index } of text.matchAll(SENTENCE)) add(line, sentence, index);
	}
	const names = new Set(lines.flatMap(({ speaker }) => wordsIn(speaker ?? '').map(({ word }) => word)));
	return { lines, units, unitsOf, names };
}

interface Match {
	/** Of the first and the last unit. */
	readonly from: number;
	readonly to: number;
	/** How much of the claim’s weight the passage contains, 0 to 1. */
	readonly coverage: number;
	readonly terms: number;
}

const MAX_UNITS = 4;
const MAX_WORDS = 60;
/** Of two equally good matches, the shorter one is the better quote. */
const PER_UNIT = 0.05;

const SHORT = /^\p{Ll}{1,3}$/u;

/**
 * Rare words say most (inverse document frequency, Spärck Jones 1972). Short words mostly occur in any sentence (Zipf
 * 1935), except names, numbers and “May”.
 */
function weightOf(written: string, found: number, units: number): number {
	if (found > Math.max(5, units * 0.1)) return 0;
	return Math.log(1 + units / (found + 0.5)) * (SHORT.test(written) ? 0.35 : 1);
}

function bestMatch(claim: string, { lines, units, unitsOf, names }: Alignable): Match | null {
	const speakerOf = (unit: number): string | null | undefined => lines[units[unit]?.line ?? -1]?.speaker;
	const wanted = new Map<string, number>();
	for (const { word, start, end } of wordsIn(claim)) {
		const stem = stemOf(word);
		if (names.has(word)) continue;
		const weight = weightOf(start === 0 ? word : claim.slice(start, end), unitsOf.get(stem)?.length ?? 0, units.length);
		if (weight > 0) wanted.set(stem, weight);
	}
	const total = [...wanted.values()].reduce((sum, weight) => sum + weight, 0);
	const hits = new Map<number, string[]>();
	for (const stem of wanted.keys()) {
		for (const unit of unitsOf.get(stem) ?? []) {
			const list = hits.get(unit);
			if (list) list.push(stem);
			else hits.set(unit, [stem]);
		}
	}
	let best: Match | null = null;
	let bestScore = 0;
	for (const from of hits.keys()) {
		const seen = new Set<string>();
		let weight = 0;
		let words = 0;
		for (let to = from; to < Math.min(units.length, from + MAX_UNITS); to++) {
			words += units[to]?.words ?? 0;
			// A passage by several speakers cannot be attributed to one.
			if (to > from && (words > MAX_WORDS || speakerOf(to) !== speakerOf(from))) break;
			for (const stem of hits.get(to) ?? []) {
				if (seen.has(stem)) continue;
				seen.add(stem);
				weight += wanted.get(stem) ?? 0;
			}
			const score = weight / total - PER_UNIT * (to - from);
			if (score <= bestScore) continue;
			bestScore = score;
			best = { from, to, coverage: weight / total, terms: seen.size };
		}
	}
	return best;
}

function quoteOf({ lines, units }: Alignable, { from, to }: { from: number; to: number }): Evidence {
	const [first, last] = [units[from], units[to]];
	const parts: string[] = [];
	for (let line = first?.line ?? 0; line <= (last?.line ?? -1); line++) {
		const text = lines[line]?.text ?? '';
		parts.push(text.slice(line === first?.line ? first.start : 0, line === last?.line ? last.end : undefined).trim());
	}
	const line = lines[first?.line ?? 0];
	const startMs = line?.startMs ?? 0;
	return { quote: parts.join(' '), speaker: line?.speaker ?? null, time: elapsedTime(startMs), startSeconds: startMs / 1000, index: first?.line ?? 0 };
}

/** What a passage must have in common with a claim to count as saying it. Chosen for precision, on pairs judged by hand. */
const MIN_COVERAGE = 0.5;
const MIN_TERMS = 2;

/** Finds the moment at which something of a meeting’s key points was said; null if no passage clearly says it. */
export function evidenceIn(lines: readonly TranscriptLine[]): (claim: string) => Evidence | null {
	const transcript = alignable(lines);
	return (claim) => {
		const match = bestMatch(claim, transcript);
		return match && match.coverage >= MIN_COVERAGE && match.terms >= MIN_TERMS ? quoteOf(transcript, match) : null;
	};
}
