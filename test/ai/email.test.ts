import { extractiveAi } from '../../sandbox/ai/index.ts';
import { tones } from '../../src/api/conversation.ts';
import { chatter, launch, meetingOf } from './meetings.ts';

it.each(tones)('addresses the recipient in a %s tone and signs with the sender’s name', async (tone) => {
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

it('has three different tones, with concise the shortest', async () => {
	const written = await Promise.all(
		tones.map(async (tone) => (await extractiveAi.email(launch, { tone, senderName: 'Anna' })).body),
	);
	const [professional = '', casual = '', concise = ''] = written;
	expect(new Set(written).size).toBe(3);
	expect(concise.length).toBeLessThan(Math.min(professional.length, casual.length));
});

it('differs in content between tones, not only in wording', async () => {
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

it('says so when nothing was agreed', async () => {
	const { body } = await extractiveAi.email(chatter, { tone: 'professional', senderName: 'Anna' });
	expect(body).toContain('No decisions or action items were recorded.');
});

it('uses a general greeting without a recipient', async () => {
	const { body } = await extractiveAi.email(launch, { tone: 'professional', senderName: 'Anna' });
	expect(body).toMatch(/^Hello,\n/);
});

it('has no empty sections', async () => {
	const { body, actionItems } = await extractiveAi.email(meetingOf('Anna: Hi.\nBob: Hello.'), {
		tone: 'professional',
		senderName: 'Anna',
	});
	expect(actionItems).toEqual([]);
	expect(body).not.toMatch(/:\n(?!- )/);
});
