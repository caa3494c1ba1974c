import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/v4';
import type { Meeting } from '../../sandbox/ai/index.ts';
import { parseMeeting } from '../../sandbox/import/index.ts';

const Reference = z.object({
	summary: z.array(z.string()),
	questions: z.array(z.object({ query: z.string(), answer: z.string() })),
});

export interface Case {
	readonly meeting: Meeting;
	readonly summaries: readonly string[];
	readonly questions: readonly { readonly query: string; readonly answer: string }[];
}

const START = Date.parse('2026-03-04T10:00:00Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

/** Each meeting of a folder with its reference texts, written by people. */
export async function casesIn(folder: string): Promise<Case[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.reference.json')).toSorted();
	return Promise.all(
		names.map(async (name) => {
			const { summary, questions } = Reference.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
			const recording = name.replace('.reference.json', '.vtt');
			return { meeting: await read(join(folder, recording), recording), summaries: summary, questions };
		}),
	);
}

/** Each meeting of a folder, with or without reference texts. */
export async function meetingsIn(folder: string): Promise<Meeting[]> {
	const names = (await readdir(folder)).filter((name) => /\.(?:vtt|txt)$/.test(name)).toSorted();
	return Promise.all(names.map((name) => read(join(folder, name), name)));
}

async function read(path: string, filename: string): Promise<Meeting> {
	const { title, segments } = await parseMeeting(await readFile(path, 'utf8'), filename);
	return {
		title: title ?? filename,
		startTime: at(0),
		endTime: at(segments.at(-1)?.endMs ?? 0),
		userName: '',
		segments: segments.map(({ text, speaker, startMs }) => ({ text, speaker, timestamp: at(startMs) })),
	};
}
