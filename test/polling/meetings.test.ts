import { startingSoon, startMeetings, type MeetingState } from '../../src/polling/meetings.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => ({ key: `m${minutes}`, start: NOW + minutes * MINUTE });

function tell(state: MeetingState, minutesLater: number, starts: readonly { key: string; start: number }[]) {
	const { state: next, soon } = startingSoon(state, starts, { now: NOW + minutesLater * MINUTE, leadMs: 15 * MINUTE });
	return { state: next, keys: soon.map(({ key }) => key) };
}

test('a meeting is reported once, from the given time before its start', () => {
	const events = [at(10), at(15), at(16), at(60)];
	const first = tell(startMeetings(NOW), 0, events);
	expect(first.keys).toEqual(['m10', 'm15']);
	const second = tell(first.state, 1, events);
	expect(second.keys).toEqual(['m16']);
	expect(tell(second.state, 2, events).keys).toEqual([]);
});

test('a meeting that is moved is reported again, for its new start', () => {
	const { state } = tell(startMeetings(NOW), 0, [{ key: 'a:1', start: NOW + 5 * MINUTE }]);
	expect(tell(state, 1, [{ key: 'a:2', start: NOW + 10 * MINUTE }]).keys).toEqual(['a:2']);
});

test('a meeting that began before the trigger is not reported; one that began between two polls is, for a quarter of an hour', () => {
	const first = tell(startMeetings(NOW), 0, [at(-1), at(0)]);
	expect(first.keys).toEqual([]);
	expect(tell(first.state, 60, [at(44), at(46), at(59)]).keys).toEqual(['m46', 'm59']);
});

test('a clock that was set back does not silence meetings', () => {
	expect(tell(startMeetings(NOW), -120, [at(-110)]).keys).toEqual(['m-110']);
});

test('the memory stays small', () => {
	let state = startMeetings(NOW);
	for (let minute = 0; minute < 3000; minute += 1) ({ state } = tell(state, minute, [at(minute + 1)]));
	expect(state.told.length).toBeLessThanOrEqual(500);
});
