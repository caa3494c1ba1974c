import { strToU8, zipSync } from 'fflate';
import { transcriptMarkdown, transcriptSrt, transcriptText, transcriptVtt } from '../../src/format/index.ts';

export interface Said {
	readonly speaker: string;
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

export interface Layout {
	readonly name: string;
	readonly extension: string;
	readonly write: (said: readonly Said[]) => string | Uint8Array;
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
const clock = (ms: number): string => `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
const short = (ms: number): string => (ms < 3_600_000 ? `${Math.floor(ms / 60_000)}:${two((ms / 1000) % 60)}` : clock(ms).replace(/^0/, ''));
const exact = (ms: number, mark = '.'): string => `${clock(ms)}${mark}${String(ms % 1000).padStart(3, '0')}`;
const ofDay = (ms: number): string => clock(ms + 36_000_000);
const iso = (ms: number): string => new Date(Date.parse('2026-03-04T10:00:00Z') + ms).toISOString();
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Lines of at most 72 characters, as people and mail programs wrap them. */
const wrapped = (text: string): string => text.replace(/(?=\S)(.{1,72})(?:\s+|$)/g, '$1\n').trimEnd();
const each = (write: (said: Said, index: number) => string, between = '\n\n', top = '') => (said: readonly Said[]): string => `${top}${said.map(write).join(between)}\n`;
const text = (name: string, write: Layout['write']): Layout => ({ name, extension: 'txt', write });
const segments = (said: readonly Said[]) => said.map(({ speaker, text: words, startMs }) => ({ speaker, text: words, timestamp: iso(startMs) }));

function document(paragraphs: readonly string[]): Uint8Array {
	const body = paragraphs.map((paragraph) => `<w:p>${paragraph.split('\n').map((line) => `<w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r>`).join('<w:r><w:br/></w:r>')}</w:p>`).join('');
	return zipSync({ 'word/document.xml': strToU8(`<?xml version="1.0"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`) });
}

/** Layouts in which programs write transcripts, each with the name of such a program. */
export const layouts: readonly Layout[] = [
	text('Name: text', each(({ speaker, text: words }) => `${speaker}: ${words}`, '\n')),
	text('Name: text, wrapped', each(({ speaker, text: words }) => wrapped(`${speaker}: ${words}`))),
	text('Name: text, wrapped, no empty lines', each(({ speaker, text: words }) => wrapped(`${speaker}: ${words}`), '\n')),
	text('Name:, text below', each(({ speaker, text: words }) => `${speaker}:\n${wrapped(words)}`)),
	text('[time] Name: text (tl;dv)', each(({ speaker, text: words, startMs }) => `[${short(startMs)}] ${speaker}: ${words}`, '\n')),
	text('Name (time): text', each(({ speaker, text: words, startMs }) => `${speaker} (${short(startMs)}): ${words}`, '\n')),
	text('Name: [time] text (noScribe)', each(({ speaker, text: words, startMs }) => `${speaker}: [${clock(startMs)}] ${words}`, '\n')),
	text('[from - to] Name: text', each(({ speaker, text: words, startMs, endMs }) => `[${clock(startMs)} - ${clock(endMs)}] ${speaker}: ${words}`, '\n')),
	text('Google Meet', (said) => `Weekly (2026-03-04 10:00 GMT) - Transcript\nAttendees\n${[...new Set(said.map(({ speaker }) => speaker))].join(', ')}\n\nTranscript\n\n${said.map(({ speaker, text: words, startMs }, index) => `${Math.floor(startMs / 300_000) === Math.floor((said[index - 1]?.startMs ?? -1) / 300_000) ? '' : `${clock(startMs - (startMs % 300_000))}\n \n`}${speaker}: ${words}\n`).join('')}\nTranscription ended after 01:00:00\n`),
	text('Otter', each(({ speaker, text: words, startMs }) => `${speaker}  ${short(startMs)}  \n${words}`)),
	text('Otter, wrapped', each(({ speaker, text: words, startMs }) => `${speaker}  ${short(startMs)}\n${wrapped(words)}`)),
	text('Otter, without times', each(({ speaker, text: words }) => `${speaker}\n${words}`)),
	text('Microsoft Teams, text', each(({ speaker, text: words, startMs }) => `${speaker}   ${short(startMs)}\n${words}`, '\n\n', 'Weekly-20260304_100000-Meeting Recording\nMarch 4, 2026, 10:00AM\n6m 10s\n\n')),
	text('Microsoft Teams, copied', each(({ speaker, text: words, startMs }) => `${speaker}\n${short(startMs)}\n${words}`, '\n')),
	text('time, name, text', each(({ speaker, text: words, startMs }) => `${clock(startMs)}\n${speaker}\n${words}`)),
	text('Fathom', each(({ speaker, text: words, startMs }) => `${short(startMs)} - ${speaker}\n  ${words}`, '\n\n', 'Weekly - March 04\nVIEW RECORDING - 6 mins: https://fathom.example/1\n\n---\n\n')),
	text('Krisp', each(({ speaker, text: words, startMs }) => `${speaker} | ${short(startMs)}\n${words}`, '\n')),
	text('Read.ai', each(({ speaker, text: words, startMs }) => `${short(startMs)} | ${speaker}\n${words}`)),
	text('Rev', each(({ speaker, text: words, startMs }) => `${speaker} (${short(startMs)}):\n${words}`)),
	text('Grain', each(({ speaker, text: words, startMs }) => `${speaker} (${short(startMs)})\n${words}`)),
	text('Zoom, captions', each(({ speaker, text: words, startMs }) => `[${speaker}] ${ofDay(startMs)}\n${words}`)),
	text('one blank before the time', each(({ speaker, text: words, startMs }) => `${speaker} ${short(startMs)}\n${words}`)),
	text('one blank, no empty lines', each(({ speaker, text: words, startMs }) => `${speaker} ${short(startMs)}\n${words}`, '\n')),
	text('one blank behind the time', each(({ speaker, text: words, startMs }) => `${clock(startMs)} ${speaker}\n${words}`)),
	text('>> Name: text', each(({ speaker, text: words }) => `>> ${speaker}: ${words}`, '\n')),
	{ name: 'Markdown, bold name', extension: 'md', write: each(({ speaker, text: words }) => `**${speaker}:** ${words}`, '\n\n', '# Weekly\n\n') },
	{ name: 'Markdown, bold name and time', extension: 'md', write: each(({ speaker, text: words, startMs }) => `**${speaker}** (${short(startMs)})\n${words}`) },
	{ name: 'Markdown, heading', extension: 'md', write: each(({ speaker, text: words }) => `### ${speaker}\n\n${words}`, '\n\n', '# Weekly\n\n') },
	{ name: 'WebVTT, voices', extension: 'vtt', write: each(({ speaker, text: words, startMs, endMs }) => `${exact(startMs)} --> ${exact(endMs)}\n<v ${escaped(speaker)}>${escaped(words)}</v>`, '\n\n', 'WEBVTT\n\n') },
	{ name: 'WebVTT, Name: text (Zoom)', extension: 'vtt', write: each(({ speaker, text: words, startMs, endMs }, index) => `${index + 1}\n${exact(startMs)} --> ${exact(endMs)}\n${speaker}: ${escaped(words)}`, '\n\n', 'WEBVTT\n\n') },
	{ name: 'SubRip, Name: text', extension: 'srt', write: each(({ speaker, text: words, startMs, endMs }, index) => `${index + 1}\n${exact(startMs, ',')} --> ${exact(endMs, ',')}\n${speaker}: ${words}`) },
	{ name: 'SubRip, wrapped', extension: 'srt', write: each(({ speaker, text: words, startMs, endMs }, index) => `${index + 1}\n${exact(startMs, ',')} --> ${exact(endMs, ',')}\n${wrapped(`${speaker}: ${words}`)}`) },
	{ name: 'SubRip, name above', extension: 'srt', write: each(({ speaker, text: words, startMs, endMs }, index) => `${index + 1}\n${exact(startMs, ',')} --> ${exact(endMs, ',')}\n${speaker}\n${words}`) },
	{ name: 'SBV', extension: 'sbv', write: each(({ speaker, text: words, startMs, endMs }) => `${exact(startMs).slice(1)},${exact(endMs).slice(1)}\n${speaker}: ${words}`) },
	{ name: 'CSV', extension: 'csv', write: each(({ speaker, text: words, startMs, endMs }) => [clock(startMs), clock(endMs), quoted(speaker), quoted(words)].join(), '\n', 'Start time,End time,Speaker,Transcript\n') },
	{ name: 'TTML', extension: 'ttml', write: (said) => `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="m"><head><metadata>${[...new Set(said.map(({ speaker }) => speaker))].map((name, index) => `<ttm:agent xml:id="a${index}"><ttm:name>${escaped(name)}</ttm:name></ttm:agent>`).join('')}</metadata></head><body><div>${said.map(({ speaker, text: words, startMs, endMs }) => `<p begin="${exact(startMs)}" end="${exact(endMs)}" ttm:agent="a${[...new Set(said.map((one) => one.speaker))].indexOf(speaker)}">${escaped(words)}</p>`).join('\n')}</div></body></tt>` },
	{ name: 'ASS', extension: 'ass', write: each(({ speaker, text: words, startMs, endMs }) => `Dialogue: 0,${exact(startMs).slice(1, -1)},${exact(endMs).slice(1, -1)},Default,${speaker.replaceAll(',', ';')},0,0,0,,${words}`, '\n', '[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n') },
	{ name: 'JSON', extension: 'json', write: (said) => JSON.stringify({ segments: said.map(({ speaker, text: words, startMs }) => ({ speaker, text: words, start: startMs / 1000 })) }) },
	{ name: 'JSON lines', extension: 'jsonl', write: each(({ speaker, text: words, startMs }) => JSON.stringify({ speaker, text: words, start: startMs / 1000 }), '\n') },
	{ name: 'DOCX, Microsoft Teams', extension: 'docx', write: (said) => document(['Weekly', 'March 4, 2026', ...said.map(({ speaker, text: words, startMs }) => `${speaker}   ${short(startMs)}\n${words}`)]) },
	{ name: 'DOCX, Name: text', extension: 'docx', write: (said) => document(said.map(({ speaker, text: words }) => `${speaker}: ${words}`)) },
	{ name: 'own text', extension: 'txt', write: (said) => transcriptText(segments(said)) },
	{ name: 'own Markdown', extension: 'md', write: (said) => transcriptMarkdown(segments(said)) },
	{ name: 'own SubRip', extension: 'srt', write: (said) => transcriptSrt(segments(said)) },
	{ name: 'own WebVTT', extension: 'vtt', write: (said) => transcriptVtt(segments(said)) },
];
