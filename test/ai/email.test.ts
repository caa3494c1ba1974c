import { extractiveAi } from '../../sandbox/ai/index.ts';
import { tones } from '../../src/api/conversation.ts';
import { chatter, launch, meetingOf } from './meetings.ts';

it.each(tones)('writes to the recipient in a %s tone, in the name of the sender', async (tone) => {
	const { subject, body, keyPoints, actionItems } = await extractiveAi.email(launch, {
		tone,
		recipientName: 'Tom',
		senderName: 'Anna Keller',
	});
	expect(subject).toContain('Launch review');
	expect(body.split('\n')[0]).toMatch(/\bTom,$/);
	expect(body.trimEnd()).toMatch(/\nAnna Keller$/);
	expect([...keyPoints, ...actionItems].filter((line) => !body.includes(line))).toEqual([]);
	expect(actionItems).toContain('Maria Lopez: Draft the announcement email by next Tuesday');
});

it('has three different tones, the concise one shortest', async () => {
	const written = await Promise.all(
		tones.map(async (tone) => (await extractiveAi.email(launch, { tone, senderName: 'Anna' })).body),
	);
	const [professional = '', casual = '', concise = ''] = written;
	expect(new Set(written).size).toBe(3);
	expect(concise.length).toBeLessThan(Math.min(professional.length, casual.length));
});

it('says in each tone other things, not the same in other words', async () => {
	const linesOf = async (tone: (typeof tones)[number]): Promise<string[]> => {
		const { body } = await extractiveAi.email(launch, { tone, recipientName: 'Tom', senderName: 'Anna' });
		return body.split('\n');
	};
	const [professional = [], casual = [], concise = []] = await Promise.all(tones.map(linesOf));
	expect(professional.join('\n')).toMatch(/Dates to note\n- 5 March 2026: /);
	expect(casual.indexOf('- Tom Reyes: Fix the export performance by the 12th')).toBe(
		casual.indexOf('On your plate:') + 1,
	);
	expect(casual).not.toContain('Dates to note');
	expect(concise.filter((line) => !/^(?:|Tom,|Anna|(?:Decided|To do|Noted): .+)$/.test(line))).toEqual([]);
});

it('says that nothing was agreed where nothing was', async () => {
	const { body } = await extractiveAi.email(chatter, { tone: 'professional', senderName: 'Anna' });
	expect(body).toContain('No decisions or action items were recorded.');
});

it('greets nobody by name when no recipient is named', async () => {
	const { body } = await extractiveAi.email(launch, { tone: 'professional', senderName: 'Anna' });
	expect(body).toMatch(/^Hello,\n/);
});

it('has no heading without lines below it', async () => {
	const { body, actionItems } = await extractiveAi.email(meetingOf('Anna: Hi.\nBob: Hello.'), {
		tone: 'professional',
		senderName: 'Anna',
	});
	expect(actionItems).toEqual([]);
	expect(body).not.toMatch(/:\n(?!- )/);
});
