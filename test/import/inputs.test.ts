import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, parseMeeting } from '../../sandbox/import/index.ts';
import { inputs } from './inputs.ts';

const textOf = (file: string): string => decode(readFileSync(join(import.meta.dirname, 'inputs', file))).text;

it.each(inputs)('$file', async ({ file, title, turns, leftOut = [], notes = [], startedAt }) => {
	const meeting = await parseMeeting(textOf(file), file);
	expect(meeting.segments.map(({ speaker, text, startMs }) => [speaker, text, startMs / 1000])).toEqual(turns);
	const unnamed = turns.every(([speaker]) => speaker === null) ? ['No speaker was recognized in this file.'] : [];
	expect(meeting).toMatchObject({ title, leftOut, notes: [...notes, ...unnamed], startedAt: startedAt === undefined ? null : Date.parse(startedAt) });
});

it('refuses a format that cannot be read by its name, with what to export instead', async () => {
	await expect(parseMeeting(textOf('scenarist.scc'), 'scenarist.scc')).rejects.toThrow('line 1: this is a Scenarist closed caption file (SCC); export it as WebVTT or SRT');
});

const refused: [what: string, bytes: string | Uint8Array, words: RegExp][] = [
	['MicroDVD', '{10}{25}Hello.\n{30}{50}Yes.', /this is a MicroDVD subtitle file; export it as WebVTT or SRT/],
	['SAMI', '<SAMI>\n<BODY>\n<SYNC Start=0><P>Hello.', /this is a SAMI subtitle file/],
	['another XML file', '<?xml version="1.0"?>\n<project><clip name="a"/></project>', /this is an XML file/],
	['an e-mail', 'From: Ada <ada@lind.example>\nTo: Ben <ben@lind.example>\nSubject: Notes\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nHello Ben,\nhere they are.', /this is an e-mail; import the transcript that is attached/],
	['an e-mail in German', 'Von: Ada Lind <ada@lind.example>\nGesendet: Montag, 2. März 2026 10:00\nAn: Ben\nBetreff: Notizen\n\nHallo Ben,\nhier sind sie.', /this is an e-mail; import the transcript that is attached/],
	['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\n', /this is a calendar file/],
	['a PDF document', Buffer.from('%PDF-1.7\n%\u00e2'), /this is a PDF document; export the transcript as DOCX/],
	['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0xff]), /this is a picture/],
	['a recording', Buffer.from('\0\0\0\x20ftypisom'), /this is a recording \(MP4\), not a transcript/],
	['an archive', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000'), /this is a ZIP archive/],
	['a table without names', 'one,two,three\nfour,five,six\nseven,eight,nine', /the first row of this table does not say which column has what was said; call the columns Speaker, Start and Text/],
];

it.each(refused)('refuses %s by its name', async (_, bytes, words) => {
	await expect((async () => parseMeeting(typeof bytes === 'string' ? bytes : decode(bytes).text, 'x.csv'))()).rejects.toThrow(words);
});
