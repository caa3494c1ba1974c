import { controls, readText } from '../../sandbox/control/index.ts';
import { adjustableClock } from '../../sandbox/clock.ts';
import { messageOf, START } from '../sandbox/support/harness.ts';
import { startControlled } from './support.ts';

describe('An adjustable clock', () => {
	let base = 1000;
	beforeEach(() => void (base = 1000));
	const made = () => adjustableClock(() => base);

	test('follows its base, continues from where it was set, and returns to real time', () => {
		const clock = made();
		expect([clock.now(), clock.isReal()]).toEqual([1000, true]);
		clock.set(50_000, false);
		base += 7;
		expect([clock.now(), clock.isReal(), clock.isFrozen()]).toEqual([50_007, false, false]);
		clock.advance(-7);
		expect(clock.now()).toBe(50_000);
		clock.real();
		expect([clock.now(), clock.isReal()]).toEqual([1007, true]);
	});

	test('stays frozen, even after it is advanced', () => {
		const clock = made();
		clock.set(50_000, true);
		base += 7;
		clock.advance(1000);
		base += 7;
		expect([clock.now(), clock.isFrozen()]).toEqual([51_000, true]);
	});

	test('stays within the years that dates can express', () => {
		expect(() => made().set(Number.MAX_SAFE_INTEGER, false)).toThrow('The clock must be between 1970-01-01T00:00:00.000Z and 9998-12-31T23:00:00.000Z.');
		expect(() => made().advance(Number.NaN)).toThrow('The clock must be between');
	});
});

test.each([
	['2026-03-02T09:15', '2026-03-02T09:15:00.000Z'],
	['2026-03-02 09:15', '2026-03-02T09:15:00.000Z'],
	[' 2026-03-02 09:15:30.5z', '2026-03-02T09:15:30.500Z'],
	['2026-03-02 09:15 +01:00', '2026-03-02T08:15:00.000Z'],
	['2026-03-02T09:15-0500', '2026-03-02T14:15:00.000Z'],
	['2026-03-02', '2026-03-02T00:00:00.000Z'],
])('“%s” is a time, in UTC unless it says another zone', (text, time) => expect(readText('time', text)).toBe(time));

test.each(['03/02/2026 09:15', '2 March 2026 09:15', 'Call 3', '2026-13-02 09:15', '2026-03-02 9', ''])('“%s” is none', (text) =>
	expect(() => readText('time', text)).toThrow('Use a format like 2026-03-02T09:15:00Z.'),
);

describe('The clock of a running sandbox', () => {
	let at: Awaited<ReturnType<typeof startControlled>>;
	beforeEach(async () => void (at = await startControlled()));
	afterEach(() => at.stop());

	test('is shown, set, advanced, and returned to real time', async () => {
		expect(await at.data(controls.clock.show, '/sandbox/clock')).toEqual({ now: START, real: true, frozen: false });
		const set = await at.data(controls.clock.set, '/sandbox/clock', { now: '2026-05-01T00:00:00+02:00', frozen: true });
		expect(set).toEqual({ now: '2026-04-30T22:00:00.000Z', real: false, frozen: true });
		const later = await at.data(controls.clock.advance, '/sandbox/clock/advance', { ms: 90_000 });
		expect(later.now).toBe('2026-04-30T22:01:30.000Z');
		expect(await at.data(controls.clock.real, '/sandbox/clock')).toEqual({ now: START, real: true, frozen: false });
		expect(messageOf(await at.ask('PUT', '/sandbox/clock', { now: 'tomorrow' }))).toMatch(/^now: /);
	});

	test('an hour later the request limit has reset; a month later the credits have', async () => {
		const { call, importMeeting } = at.account('starter');
		const id = await importMeeting();
		await call('POST', `/api/v1/conversations/${id}/keypoints`);
		expect((await call('GET', '/api/v1/user/profile')).headers.get('X-RateLimit-Remaining')).toBe('98');
		await at.data(controls.clock.advance, '/sandbox/clock/advance', { ms: 3_600_000 });
		const next = await call('GET', '/api/v1/user/profile');
		expect(next.headers.get('X-RateLimit-Remaining')).toBe('99');
		expect(next.body).toMatchObject({ data: { apiUsage: { aiGenerations: { used: 1 } } } });
		await at.data(controls.clock.set, '/sandbox/clock', { now: '2026-04-01T00:00:00Z' });
		expect((await call('GET', '/api/v1/user/profile')).body).toMatchObject({
			data: { apiUsage: { aiGenerations: { used: 0, resetsAt: '2026-05-01T00:00:00.000Z' } } },
		});
	});
});
