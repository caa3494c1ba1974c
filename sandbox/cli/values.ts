import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';

const isDuration = (text: string): text is StringValue => /^[+-]?[\d.]+ ?[a-z]*$/i.test(text);

/** Milliseconds of `90s`, `2h`, `1d`, `-10m`; a bare number is milliseconds. */
export function duration(text: string): number {
	const value = isDuration(text) ? ms(text) : Number.NaN;
	if (!Number.isFinite(value)) throw new InvalidArgumentError('Write it like 90s, 10m, 2h or 1d.');
	return Math.round(value);
}

export const seconds = (text: string): number => Math.ceil(duration(text) / 1000);

export function whole(text: string): number {
	if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
	return Number(text);
}

/** A share written `0.1` or `10%`. */
export function share(text: string): number {
	const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
	if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Write it like 0.1 or 10%, over 0 up to 1.');
	return value;
}

/** A base address, without anything behind host and port. */
export function url(text: string): string {
	const given = URL.canParse(text) ? new URL(text) : null;
	if (given === null || !/^https?:$/.test(given.protocol) || given.pathname !== '/') {
		throw new InvalidArgumentError('Write it like https://sandbox.example.com.');
	}
	return given.origin;
}

/** A time in any form that says which moment it is, as ISO 8601. */
export function time(text: string): string {
	const moment = new Date(text);
	if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('Write it like 2026-03-02T09:15:00Z.');
	return moment.toISOString();
}

interface Person {
	readonly name?: string;
	readonly email: string;
}

/** One more person, written `ada@example.com` or `Ada Example <ada@example.com>`. */
export function person(text: string, others: readonly Person[] = []): readonly Person[] {
	const [, name = '', email = text.trim()] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
	return [...others, name === '' ? { email } : { name, email }];
}

/** One more text. */
export const more = (text: string, others: readonly string[] = []): readonly string[] => [...others, text];
