import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcriptLines } from '../../src/format/index.ts';
import { evidenceIn } from '../../src/reports/transcripts/evidence.ts';

const lines = (name: string) => {
	const script = readFileSync(join(import.meta.dirname, '../ai/invented', name), 'utf8').trim().split('\n');
	return transcriptLines(
		script.map((line, index) => {
			const [speaker = '', ...text] = line.split(': ');
			return { speaker, text: text.join(': '), timestamp: new Date(index * 5000).toISOString() };
		}),
	);
};

test('a paraphrase gets the passage, its speaker, time and line', () => {
	expect(evidenceIn(lines('sales.txt'))('Team leads spend two days a month building reports manually')).toEqual({
		quote: 'Mostly the reporting. It takes our team leads two days every month to build the numbers by hand.',
		speaker: 'Martin Oduya',
		time: '00:00:25',
		startSeconds: 25,
		index: 5,
	});
});

test('a quote is one speaker’s, who said all of it', () => {
	const said = (speaker: string, text: string, index: number) => ({ speaker, text, timestamp: new Date(index * 5000).toISOString() });
	const meeting = transcriptLines([said('local', 'What do you have in mind?', 0), said('remote', 'I have a budget of five thousand.', 1), said('local', 'For the pilot in the bakery?', 2), said('remote', 'Yes.', 3)]);
	expect(evidenceIn(meeting)('A budget of five thousand for the pilot')).toMatchObject({ quote: 'I have a budget of five thousand.', speaker: 'Other participant', index: 1 });
	const written = JSON.parse(readFileSync(join(import.meta.dirname, 'keyPoints.json'), 'utf8'));
	for (const name of ['sales.txt', 'retro.txt', 'council.txt', 'standup.txt', 'planning.txt', 'support.txt', 'interview.txt']) {
		const find = evidenceIn(lines(name));
		for (const claim of written[name]) {
			const found = find(claim);
			if (!found) continue;
			const own = lines(name).slice(found.index).map(({ speaker, text }) => (speaker === found.speaker ? text : '\n')).join(' ');
			expect(own).toContain(found.quote);
		}
	}
});

test.each([
	['sales.txt', 'The customer has opened an office in Lisbon'],
	['sales.txt', 'Contract'],
	['retro.txt', 'Move the database to another region'],
	['council.txt', 'Build a second swimming pool'],
	['interview.txt', 'Jonas led a team of twelve'],
	['standup.txt', ''],
	['standup.txt', '!?'],
])('%s: “%s” was not said and gets no passage', (name, claim) => {
	expect(evidenceIn(lines(name))(claim)).toBeNull();
});

test('names of speakers do not count, and “May” does', () => {
	const find = evidenceIn(lines('sales.txt'));
	expect(find('Priya Nair: Martin Oduya')).toBeNull();
	expect(find('Sign the contract by the end of May')?.quote).toMatch(/^Lovely\. Then the contract by the end of May/);
});

test('an empty transcript, and one without words, have no evidence', () => {
	expect(evidenceIn([])('Lower the budget')).toBeNull();
	expect(evidenceIn(transcriptLines([{ text: '…', speaker: null, timestamp: '' }]))('Lower the budget')).toBeNull();
});

test('languages without spaces', () => {
	const meeting = transcriptLines([
		{ speaker: 'A', text: 'おはようございます。', timestamp: '2026-03-04T10:00:00Z' },
		{ speaker: 'B', text: '予算を来週の金曜日までに承認します。', timestamp: '2026-03-04T10:00:05Z' },
	]);
	expect(evidenceIn(meeting)('来週の金曜日までに予算を承認')).toMatchObject({ speaker: 'B', index: 1 });
	expect(evidenceIn(meeting)('新しい事務所を東京に開く')).toBeNull();
});
