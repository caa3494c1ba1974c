import { due, later, notAhead, schedule, type Watched } from '../../src/polling/schedule.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const entry = (more: Partial<Watched>): Watched => ({ id: 'a', kind: 'keyPoints', seenAt: NOW, tries: 0, isOld: false, ...more });

test('what is due comes the longest overdue first', () => {
	const entries = [entry({ id: 'now' }), entry({ id: 'long', seenAt: NOW - 3 * HOUR, tries: 2 }), entry({ id: 'later', tries: 1 }), entry({ id: 'short', seenAt: NOW - 2 * MINUTE, tries: 1 })];
	expect(due(entries, NOW).map(({ id }) => id)).toEqual(['long', 'short', 'now']);
	expect(due([entry({ tries: 1 })], NOW + MINUTE - 1)).toEqual([]);
	expect(due([entry({ tries: 1 })], NOW + MINUTE)).toHaveLength(1);
});

test('time without polls does not count, from half a day on', () => {
	expect(later(entry({ tries: 2 }), NOW + 3 * MINUTE + 12 * HOUR)).toMatchObject({ seenAt: NOW, tries: 3 });
	expect(later(entry({ tries: 2 }), NOW + 3 * MINUTE + 12 * HOUR + 1)).toMatchObject({ seenAt: NOW + 12 * HOUR + 1, tries: 3 });
});

test('after the last request it is given up', () => {
	expect(later(entry({ tries: schedule.length - 2 }), NOW)).not.toBeNull();
	expect(later(entry({ tries: schedule.length - 1 }), NOW)).toBeNull();
});

test('a clock that was set back does not put off the next request', () => {
	expect(notAhead([entry({ seenAt: NOW + HOUR }), entry({ seenAt: NOW - HOUR })], NOW).map(({ seenAt }) => seenAt - NOW)).toEqual([0, -HOUR]);
});
