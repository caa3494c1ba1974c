import { z } from 'zod/v4';
import { errorOf } from './support/harness.ts';
import { day, ines, path, startWithMemory, tom } from './support/memory.ts';

let env: Awaited<ReturnType<typeof startWithMemory>>;
afterEach(() => env.sandbox.stop());

describe('Contacts, list', () => {
	test('Resources: a contact has its meeting count, first and last; the user is not a contact; personal mail has no company', async () => {
		env = await startWithMemory();
		await env.meet([ines, { email: 'vera@lind.example' }], day(1));
		await env.meet([{ email: 'INES@duarte.example' }, tom], day(3));
		expect(await env.list()).toEqual([
			{
				id: expect.any(String),
				email: 'ines@duarte.example',
				displayName: 'Ines Duarte',
				companyDomain: 'duarte.example',
				meetingCount: 2,
				firstSeenAt: day(1),
				lastSeenAt: day(3),
			},
			expect.objectContaining({ email: 'tom.berg@gmail.com', companyDomain: null, meetingCount: 1 }),
		]);
	});

	test('order: most meetings first, then most recently seen; pages', async () => {
		env = await startWithMemory();
		await env.meet([{ email: 'once@x.example' }, { email: 'twice@x.example' }], day(1));
		await env.meet([{ email: 'later@x.example' }, { email: 'twice@x.example' }], day(2));
		await env.meet([{ email: 'latest@x.example' }], day(3));
		env.sandbox.addContact(env.account.id, { email: 'never@x.example' });
		const emails = (await env.list()).map(({ email }) => email.split('@')[0]);
		expect(emails).toEqual(['twice', 'latest', 'later', 'once', 'never']);
		expect((await env.account.call('GET', `${path}?limit=1&offset=1`)).body).toMatchObject({
			data: [{ email: 'latest@x.example' }],
			pagination: { total: 5, limit: 1, offset: 1 },
		});
		expect((await env.list('?search=never'))[0]).toMatchObject({
			meetingCount: 0,
			firstSeenAt: null,
			lastSeenAt: null,
		});
	});

	test('search matches email or display name, case-insensitive, and % and _ literally', async () => {
		env = await startWithMemory();
		await env.meet([ines, tom], day(1));
		expect((await env.list('?search=DUARTE.EX')).map(({ email }) => email)).toEqual([ines.email]);
		expect((await env.list('?search=tom%20b')).map(({ email }) => email)).toEqual([tom.email]);
		expect(await env.list('?search=%25')).toEqual([]);
	});

	test('a deleted conversation no longer counts', async () => {
		env = await startWithMemory();
		const id = await env.meet([ines], day(1));
		await env.meet([ines], day(2));
		await env.account.call('DELETE', `/api/v1/conversations/${id}`);
		expect((await env.list())[0]).toMatchObject({ meetingCount: 1, firstSeenAt: day(2) });
	});

});

describe('Contacts without the memory feature (Authentication, 7)', () => {
	test.each([
		['Starter', { plan: 'starter' as const }],
		['Professional, switched off', { memory: false }],
	])('%s: empty lists with reason no-brain, 403 for the briefing', async (_name, changes) => {
		env = await startWithMemory();
		await env.meet([ines], day(1));
		const id = await env.idOf(ines.email);
		expect(Object.keys(z.looseObject({}).parse((await env.account.call('GET', path)).body))).not.toContain(
			'reason',
		);
		env.sandbox.updateUser(env.account.id, changes);
		expect((await env.account.call('GET', path)).body).toEqual({
			data: [],
			pagination: { total: 0, limit: 50, offset: 0 },
			reason: 'no-brain',
		});
		expect((await env.account.call('GET', `${path}/unresolved-threads`)).body).toEqual({
			data: [],
			total: 0,
			reason: 'no-brain',
		});
		expect(errorOf(await env.account.call('GET', `${path}/${id}/briefing`))).toBe('403 forbidden');
	});
});
