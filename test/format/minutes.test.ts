import { minutesOf } from '../../src/format/index.ts';

const startTime = '2026-11-02T10:00:00Z';

test.each<[string, object, number | null]>([
	['start and end', { startTime, endTime: '2026-11-02T10:30:29Z', duration: 1830 }, 30],
	['another offset', { startTime, endTime: '2026-11-02T12:00:00+01:00' }, 60],
	['no end', { startTime, endTime: null, duration: 45 }, 45],
	['an end before the start', { startTime, endTime: '2026-11-02T09:00:00Z', duration: 45 }, 45],
	['a duration written as text', { duration: '45' }, 45],
	['another shape', { startTime: 7, endTime: {}, duration: [] }, null],
	['nothing', {}, null],
])('%s', (_, lasted, expected) => {
	expect(minutesOf(lasted)).toBe(expected);
});
