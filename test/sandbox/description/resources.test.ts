import { z } from 'zod/v4';
import { Briefing, Contact, KeyPoints, Segment, UnresolvedThread } from '../../../src/api/index.ts';
import { dataOf, startTestSandbox, type Account } from '../support/harness.ts';
import { conversations, quillbrook } from './support.ts';

let env: Awaited<ReturnType<typeof startTestSandbox>>;
let account: Account;
beforeEach(async () => {
	env = await startTestSandbox();
	account = env.account();
});
afterEach(() => env.sandbox.stop());

const quillbrookId = () => account.importMeeting({ text: quillbrook, title: 'Quillbrook pilot' });
const post = (id: string, action: string, body?: unknown) => account.call('POST', `${conversations}/${id}/${action}`, body);

describe('Resources', () => {
	test('Segment: the oldest comes first; speakers are local, usually remote, or named, as they were recorded', async () => {
		const speakers = ['local', 'remote', 'Ines', 'local'];
		const text = JSON.stringify(speakers.map((speaker, timestamp) => ({ text: 'Yes.', speaker, timestamp })).reverse());
		const id = await account.importMeeting({ text, filename: 'call.json' });
		const reply = await account.call('GET', `${conversations}/${id}/transcript`);
		expect(reply.body).toMatchObject({ data: { id, segments: speakers.map((speaker) => ({ speaker })) } });
	});

	test('Keypoints: sections, decisions, action items, participants and dates of a real call', async () => {
		const id = await quillbrookId();
		const { title, keypoints } = dataOf(KeyPoints, await post(id, 'keypoints'));
		const { sections, decisions, actionItems, participants, importantDates } = keypoints;
		expect([title, keypoints.title]).toEqual(['Quillbrook pilot', 'Quillbrook pilot']);
		for (const list of [sections, decisions, actionItems, importantDates]) expect(list.length).toBeGreaterThan(0);
		const Transcript = z.object({ segments: z.array(Segment) });
		const { segments } = dataOf(Transcript, await account.call('GET', `${conversations}/${id}/transcript`));
		expect(participants).toEqual([...new Set(segments.map(({ speaker }) => speaker))]);
		for (const { confidence, owner } of actionItems) {
			expect(confidence > 0 && confidence <= 1).toBe(true);
			expect([...participants, 'Unassigned']).toContain(owner);
		}
	});

	test('Contact: companyDomain is the email domain, null for personal mail providers', async () => {
		const personal = ['gmail.com', 'outlook.com', 'icloud.com', 'yahoo.co.uk', 'gmx.de', 'proton.me', 'web.de', 'qq.com', 'fastmail.com', 'tuta.com', 'posteo.de', 'duck.com'];
		const companies = ['duarte.example', 'mail.duarte.example', 'gmail.com.example', 'notgmail.com', 'example.com'];
		const email = (domain: string) => `ines@${domain}`;
		await account.importMeeting({ attendees: [...personal, ...companies].map((domain) => ({ email: email(domain) })) });
		const contacts = dataOf(z.array(Contact), await account.call('GET', '/api/v1/contacts'));
		const company = new Map(contacts.map((contact) => [contact.email, contact.companyDomain]));
		expect(personal.map((domain) => company.get(email(domain)))).toEqual(personal.map(() => null));
		expect(companies.map((domain) => company.get(email(domain)))).toEqual(companies);
	});

	test('BriefingActionItem, Unresolved thread: the hash identifies the item within its conversation, alike in both', async () => {
		await account.importMeeting({
			text: quillbrook,
			attendees: [{ name: 'Priya Raman', email: 'priya.raman@harbour.example' }],
			generateKeyPoints: true,
		});
		const threads = dataOf(z.array(UnresolvedThread), await account.call('GET', '/api/v1/contacts/unresolved-threads'));
		const briefing = dataOf(Briefing, await account.call('GET', `/api/v1/contacts/${threads[0]?.contactId}/briefing`));
		const hashes = threads.map(({ hash }) => hash);
		expect(threads.length).toBeGreaterThan(1);
		expect(new Set(hashes).size).toBe(threads.length);
		expect(briefing.openActionItems.map(({ hash, item, sessionId }) => ({ hash, item, sessionId }))).toEqual(
			// A briefing contains the first ten.
			threads.slice(0, 10).map(({ hash, actionItem: item, sessionId }) => ({ hash, item, sessionId })),
		);
	});
});
