import { startService, type Service } from '../nodes/service.ts';
import { runCore, type Parameters } from './core.ts';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

afterAll(() => service.sandbox.stop());

async function hintsOf(resource: string, filters: Parameters = {}) {
	const { hints, failures } = await runCore({ credential: service.credential, parameters: { resource, operation: resource === 'actionItem' ? 'getOpen' : 'getAll', filters }, items: [{}, {}] });
	expect(failures).toEqual([]);
	return hints;
}

test.each<[string, Parameters, string]>([
	['contact', {}, 'No contacts were found. People become contacts once a meeting with them is recorded.'],
	['contact', { search: 'zzz' }, 'No contact has “zzz” in their name or email address. Try a shorter part of it.'],
	['actionItem', {}, 'No open action items were found in meetings with your contacts. Action Item > Find looks in all meetings.'],
])('an empty list of %s with the filters %j says why, once, and speaks of the plan only where it lacks the memory feature', async (resource, filters, said) => {
	expect(await hintsOf(resource, filters)).toEqual([said]);
	service.sandbox.updateUser(service.user.id, { memory: false });
	expect(await hintsOf(resource, filters)).toEqual(['Contacts and their action items need a Professional or Enterprise plan with the memory feature turned on.']);
	service.sandbox.updateUser(service.user.id, { memory: true });
});

test('a list with results has no hint', async () => {
	await service.addMeeting('With Ben');
	expect(await hintsOf('contact')).toEqual([]);
});

test('a list where nothing matches the filters says how many were read', async () => {
	const [hint] = await hintsOf('conversation', { minMinutes: 1000 });
	expect(hint).toBe('The only result does not match the filters. Change or remove some.');
});

test('a list that the service cuts off says that there may be more', async () => {
	const { sandbox, user } = service;
	sandbox.connectCalendar(user.id, 'google');
	const at = { dateTime: new Date(Date.now() + 3_600_000).toISOString(), timeZone: 'UTC' };
	for (let index = 0; index < 51; index++) sandbox.addCalendarEvent(user.id, { id: `e${index}`, summary: 'x', start: at, end: at });
	const [hint] = await hintsOf('calendarEvent');
	expect(hint).toBe('The service returns at most 50 results, so there may be more.');
});

test('empty key points say that they used a credit', async () => {
	const { sandbox, user, credential } = service;
	const hintsFor = async (conversationId: string) => (await runCore({ credential, parameters: { resource: 'keyPoints', operation: 'generate', conversationId } })).hints;
	const { conversationId } = await sandbox.importMeeting(user.id, { text: 'Anna: Hm.', filename: 'noise.txt', title: 'Noise', startTime: '2026-11-02T10:00:00Z' });
	expect(await hintsFor(conversationId)).toEqual(['The AI found nothing in this conversation, which still used an AI credit.']);
	expect(await hintsFor((await service.addMeeting('Said something')).conversationId)).toEqual([]);
});
