import { z } from 'zod/v4';
import { Feedback, Segment } from '../../../src/api/index.ts';
import { dataOf, startTestSandbox, type Account } from '../support/harness.ts';
import { conversations, feedbackOn, quillbrook, rambling } from './support.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
	env.sandbox.updateUser(account.id, { name: 'Nora Feld' });
});
afterEach(() => env.sandbox.stop());

/** One or two. */
const sentences = /^[^.!?]+[.!?](?: [^.!?]+[.!?])?$/;

const linesOf = async (id: string) =>
	dataOf(z.object({ segments: z.array(Segment) }), await account.call('GET', `${conversations}/${id}/transcript`)).segments;

/** Two calls: one that shows strengths, and one that shows what to improve. */
async function bothCalls() {
	const ids = [
		await account.importMeeting({ text: rambling, filename: 'call.txt' }),
		await account.importMeeting({ text: quillbrook }),
	];
	return Promise.all(
		ids.map(async (id) => ({ lines: await linesOf(id), ...(await feedbackOn(account, id)) })),
	);
}

describe('Resources, Feedback', () => {
	test('strengths and growth areas quote a line of the user, at the time it was said, with a reason of 1 or 2 sentences', async () => {
		const seen = { strengths: 0, growthAreas: 0 };
		for (const { feedback, lines, userSpeakerName } of await bothCalls()) {
			seen.strengths += feedback.strengths.length;
			seen.growthAreas += feedback.growthAreas.length;
			for (const { quote, timestamp, reason } of [...feedback.strengths, ...feedback.growthAreas]) {
				const said = lines.find((line) => line.speaker === userSpeakerName && line.timestamp === timestamp);
				expect(said?.text).toContain(quote);
				expect(reason).toMatch(sentences);
			}
			for (const { quote, alternative } of feedback.growthAreas) {
				expect(alternative).not.toBe('');
				expect(alternative).not.toBe(quote);
			}
		}
		expect(Math.min(seen.strengths, seen.growthAreas)).toBeGreaterThan(0);
	});

	test('topPriority is a short theme with a line of the user, absent from a brief call', async () => {
		const priorityIn = async (text: string) => {
			const id = await account.importMeeting({ text, filename: 'call.txt' });
			return { lines: await linesOf(id), ...(await feedbackOn(account, id)).feedback.topPriority };
		};
		const { lines, focus, quote = '', reason, alternative } = await priorityIn(rambling);
		expect(focus).toMatch(/^(\S+ ){3,7}\S+$/);
		expect(lines.filter(({ speaker, text }) => speaker === 'Nora Feld' && text.includes(quote))).not.toEqual([]);
		expect(reason).toMatch(sentences);
		expect(alternative).not.toBe(quote);
		expect(await priorityIn(rambling.split('\n').slice(0, 10).join('\n'))).not.toHaveProperty('focus');
	});

	test.each([
		['local', 'local', 75],
		['Nora', 'Nora', 75],
		['remote', 'Unknown', 50],
	])('if %s speaks, %s is the user, with %d % of the words; stats repeats that, with minutes, also when it is read again', async (speaker, user, share) => {
		const turns = Array.from({ length: 10 }, (_, index) => ({
			text: index % 2 === 0 ? 'one two three' : 'word',
			speaker: index % 2 === 0 ? speaker : 'remote',
			timestamp: index * 61,
		}));
		const id = await account.importMeeting({ text: JSON.stringify(turns), filename: 'call.json' });
		const { feedback, userSpeakerName } = await feedbackOn(account, id);
		expect([userSpeakerName, feedback.talkListenRatio]).toEqual([user, share]);
		expect(feedback.stats).toEqual({ talkListenRatio: share, totalMinutes: 9 });
		const saved = dataOf(Feedback, await account.call('GET', `${conversations}/${id}/feedback`));
		expect(saved.feedback.stats).toEqual(feedback.stats);
	});
});
