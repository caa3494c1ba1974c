import { inputValue } from '../../nodes/MeetingAssistant/inputValue.ts';
import type { Field } from '../../nodes/MeetingAssistant/field.ts';

const field = (type: Field['type'], required = false): Field => ({
	displayName: 'The Field',
	name: 'field',
	type,
	default: '',
	required,
});

const date = new Date('2027-01-11T08:00:00Z');

test.each<[Field['type'], unknown, unknown]>([
	['dateTime', '2027-01-11T08:00:00', '2027-01-10T23:00:00.000Z'],
	['dateTime', '2027-01-11 08:00', '2027-01-10T23:00:00.000Z'],
	['dateTime', '2027-01-11T08:00:00+01:00', '2027-01-11T07:00:00.000Z'],
	['dateTime', '2027-01-11T08:00:00Z', '2027-01-11T08:00:00.000Z'],
	['dateTime', date, '2027-01-11T08:00:00.000Z'],
	['number', '7', 7],
	['number', 7, 7],
	['string', 7, '7'],
	['string', ' kept as it is ', ' kept as it is '],
	['resourceLocator', ' conv_1 ', 'conv_1'],
	['resourceLocator', 42, '42'],
	['boolean', false, false],
	['multiOptions', ['a'], ['a']],
])('%s: %p means %p', (type, value, expected) => {
	expect(inputValue(field(type), value, 'Asia/Tokyo')).toEqual(expected);
});

test.each([[''], ['  '], [null], [undefined], [[]]])('%p is not set, or refused where it is required', (value) => {
	expect(inputValue(field('string'), value, 'UTC')).toBeUndefined();
	expect(() => inputValue(field('string', true), value, 'UTC')).toThrow('Invalid The Field: it is empty');
});

test.each([['tomorrow'], [{}], ['2027-13-01']])('%p is no date', (value) => {
	expect(() => inputValue(field('dateTime'), value, 'UTC')).toThrow('not a date and time');
});
