import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { addressNoteName, keptText, keyPointsNote, noteLink, noteName, personNoteName, tagsOf, transcriptNote } from '../../src/format/index.ts';
import { drifted } from './drifted.ts';
import { keyPoints, segments } from './samples.ts';
import { anyText } from '../support/anyText.ts';

const START = '2026-03-02T23:30:00Z';

test('key points as a note, exact output', () => {
	const note = keyPointsNote(keyPoints, { startTime: START, timeZone: 'Europe/Berlin', links: ['[[kp1 transcript|Transcript]]'] });
	expect(note).toMatchSnapshot();
});

test('a section of the meeting that is called as our list of people stays', () => {
	const sections = [{ heading: 'Teilnehmende', points: ['Twelve teams will take part'] }];
	const note = keyPointsNote({ ...keyPoints, keypoints: { ...keyPoints.keypoints, sections } }, { language: 'de' });
	expect(note).toContain('Twelve teams will take part');
	expect(note.match(/^## Teilnehmende$/gm)).toHaveLength(2);
});

test('a transcript as a note, exact output', () => {
	const options = { startTime: START, timeZone: 'Europe/Berlin', tags: ['call'] };
	expect(transcriptNote({ id: 'kp1', title: 'Weekly | sync', segments }, options, { userName: 'Nora Feld' })).toMatchSnapshot();
});

test('a transcript without a title or a start is named after neither, and dated by its first words', () => {
	const [, properties = ''] = transcriptNote({ id: 'kp1', segments }).split('---\n');
	expect(properties).toContain('title: "Transcript"\n');
	expect(properties).toContain('date: 2026-03-02\n');
	expect(transcriptNote({ id: 'kp1', segments: [] })).not.toContain('date:');
});

/** The front matter as note apps read it: up to the second line that is exactly three dashes. */
function frontMatterOf(note: string, version: '1.1' | '1.2') {
	const [opening, properties = '', ...body] = note.split(/^---$/m);
	expect(opening).toBe('');
	const documents = [...parseAllDocuments(properties, { version, schema: 'core', strict: true })];
	expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
	expect(documents).toHaveLength(1);
	return { read: documents[0]?.toJS() as unknown, body: body.join('---') };
}

const hostile = fc
	.array(
		fc.oneof(
			anyText(),
			fc.constantFrom('---', '\n---\n', '"', "'", '\\', ': ', '# ', '- ', '{{', '}}', '[[', ']]', '|', '👩‍👩‍👧', '/..\\', '../..', '\u2028', '\u0085', '\ufeff', '\ud800', '!!js', '&a', '*a', '%%', '<!--', '\u202e', 'CON', '\0', '<!-- Your own notes go below this line. Everything above it is replaced. -->'),
		),
		{ maxLength: 8 },
	)
	.map((parts) => parts.join(''));
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

test.each(['1.1', '1.2'] as const)('any title, name and ID is read from the front matter as it is, by YAML %s', (version) => {
	fc.assert(
		fc.property(hostile, hostile, hostile, (title, person, id) => {
			const content = { ...keyPoints.keypoints, title: '', participants: [person] };
			const note = keyPointsNote({ ...keyPoints, id, title, keypoints: content }, { startTime: START });
			const { read, body } = frontMatterOf(note, version);
			const shown = oneLine(title).toWellFormed();
			const name = personNoteName(oneLine(person));
			expect(read).toMatchObject({ id: oneLine(id).toWellFormed(), ...(shown !== '' && { title: shown, aliases: [shown] }), tags: ['meeting'] });
			if (name !== '' && !/^(local|remote|me|other participant)$/i.test(name)) expect(read).toMatchObject({ people: [`[[${name}]]`] });
			expect(keptText(note)).toBe('');
			expect(body).toMatch(/^\n\n# /);
		}),
		{ numRuns: Number(process.env.RUNS ?? 200) },
	);
});

test('what a person wrote below the marker is kept when a note is made again, and nothing else is', () => {
	fc.assert(
		fc.property(hostile, hostile, (own, title) => {
			const first = keyPointsNote({ ...keyPoints, title: 'Earlier title' });
			const again = keyPointsNote({ ...keyPoints, title }, { existing: `${first}${own}` });
			expect(keptText(again)).toBe(own);
			expect(again.startsWith(keyPointsNote({ ...keyPoints, title }))).toBe(true);
			expect(again).not.toContain('Earlier title');
		}),
	);
});

test('text in a note whose marker was removed is kept whole, once', () => {
	const once = keyPointsNote(keyPoints, { existing: 'Only mine.\n' });
	expect(once.endsWith(' -->\nOnly mine.\n')).toBe(true);
	expect(keyPointsNote(keyPoints, { existing: once })).toBe(once);
	expect(keyPointsNote(keyPoints, { existing: once.replaceAll('\n', '\r\n') }).endsWith(' -->\nOnly mine.\r\n')).toBe(true);
	expect(keyPointsNote(keyPoints, { existing: '\ufeff---\ntitle: "x"\n---\n' }).endsWith(' -->\n')).toBe(true);
});

test('the file name depends on the ID alone', () => {
	const names = [keyPoints, { ...keyPoints, title: 'Renamed' }].map(({ id }) => noteName(id));
	expect(names).toEqual(['kp1', 'kp1']);
	expect(noteName('conv_8Zx-1', 'transcript')).toBe('conv_8Zx-1 transcript');
	expect(noteName('../../etc/passwd')).toMatch(/^etc-passwd-[0-9a-f]{16}$/);
	expect(noteName('..\\a')).not.toBe(noteName('../a'));
	expect(noteName('con')).toMatch(/^con-[0-9a-f]{16}$/);
	expect([personNoteName('AUX.Müller'), personNoteName('Nul'), personNoteName('Conny')]).toEqual(['_AUX.Müller', '_Nul', 'Conny']);
});

test('no name can leave its folder, be hidden or break a link', () => {
	fc.assert(
		fc.property(hostile, (text) => {
			for (const name of [noteName(text), personNoteName(text), addressNoteName(text)].filter(Boolean)) {
				expect(name).not.toMatch(/[/\\:*?"<>|[\]#^\n\r\0]|^\.|\.$|^\s|\s$/);
				expect(Buffer.byteLength(`${name} transcript.md`)).toBeLessThanOrEqual(255);
			}
			expect(noteLink('a', text)).toMatch(/^\[\[a(?:\|[^[\]|\n<>]+)?\]\]$/);
			for (const tag of tagsOf(text)) expect(tag).toMatch(/^[\p{L}\p{N}_-][\p{L}\p{N}_/-]*$/u);
		}),
		{ numRuns: Number(process.env.RUNS ?? 200) },
	);
});

test('tags are split at commas, without # and spaces, and numbers alone are none', () => {
	expect(tagsOf('#Meeting, acme corp,2026, acme corp, work/calls,')).toEqual(['Meeting', 'acme-corp', 'work/calls']);
});

test('malformed answers give valid notes', () => {
	fc.assert(fc.property(drifted(keyPoints), (answer) => expect(keyPointsNote(answer)).toMatch(/^---\n[\s\S]*\n---\n\n# /)));
	fc.assert(fc.property(drifted(segments), (answer) => expect(transcriptNote({ id: 'c1', segments: answer })).toMatch(/^---\n[\s\S]*\n---\n\n# /)));
});

test('a note is the same after it was saved as a file and read, even with half a surrogate pair', () => {
	const broken = segments.map((segment) => ({ ...segment, text: 'Half \ud83d a pair' }));
	const note = transcriptNote({ id: 'kp1', title: 'Cut \udc00 short', segments: broken });
	expect(new TextDecoder().decode(new TextEncoder().encode(note))).toBe(note);
});
