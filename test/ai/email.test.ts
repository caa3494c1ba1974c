import { extractiveAi } from '../../sandbox/ai/index.ts';
import { tones } from '../../src/api/conversation.ts';
import { launch, meetingOf } from './meetings.ts';

it.each(tones)('writes to the recipient in a %s tone, in the name of the sender', async (tone) => {
	const { subject, body, keyPoints, actionItems } = await extractiveAi.email(launch, {
		tone,
		recipientName: 'Tom',
		senderName: 'Anna Keller',
	});
	expect(subject).toContain('Launch review');
	expect(body.split('\n')[0]).toMatch(/\bTom,$/);
	expect(body.trimEnd()).toMatch(/\nAnna Keller$/);
	expect([...keyPoints, ...actionItems].filter((line) => !body.includes(`- ${line}`))).toEqual([]);
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
