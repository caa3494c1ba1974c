import { InvalidArgumentError } from 'commander';
import ms, { type StringValue } from 'ms';
import { personIn } from '../options.ts';
import { isPort, LAST_PORT } from '../http/listen.ts';

const isDuration = (text: string): text is StringValue => /^[+-]?[\d.]+ ?[a-z]*$/i.test(text);

/** Milliseconds of `90s`, `2h`, `1d`, `-10m`; a bare number is milliseconds. */
export function duration(text: string): number {
	const value = isDuration(text) ? ms(text) : Number.NaN;
	if (!Number.isFinite(value)) throw new InvalidArgumentError('Use a format like 90s, 10m, 2h or 1d.');
	return Math.round(value);
}

export const seconds = (text: string): number => Math.ceil(duration(text) / 1000);

export function whole(text: string): number {
	if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('Use a whole number.');
	return Number(text);
}

export function port(text: string): number {
	if (!/^\d{1,5}$/.test(text) || !isPort(Number(text))) throw new InvalidArgumentError(`Use a whole number from 0 to ${LAST_PORT}.`);
	return Number(text);
}

/** A share written `0.1` or `10%`. */
export function share(text: string): number {
	const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
	if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Use a format like 0.1 or 10%, above 0 and up to 100%.');
	return value;
}

/** A base address, with nothing after host and port. */
export function url(text: string): string {
	const given = httpUrl(text);
	if (given?.pathname !== '/') throw new InvalidArgumentError('Use a format like https://sandbox.example.com.');
	return given.origin;
}

/** The base address of a running sandbox, from any address on it. */
export function server(text: string): string {
	const given = httpUrl(text);
	if (given === null) throw new InvalidArgumentError('Use a format like http://127.0.0.1:4010.');
	return given.origin;
}

function httpUrl(text: string): URL | null {
	const given = URL.parse(text);
	return given !== null && /^https?:$/.test(given.protocol) ? given : null;
}

/** A time in any format that names a moment, as ISO 8601. */
export function time(text: string): string {
	const moment = new Date(text);
	if (Number.isNaN(moment.getTime())) throw new InvalidArgumentError('Use a format like 2026-03-02T09:15:00Z.');
	return moment.toISOString();
}

/** Adds a person, written `ada@example.com` or `Ada Example <ada@example.com>`. */
export const person = (text: string, others: readonly object[] = []): readonly object[] => [...others, personIn(text)];

/** Adds a value to a repeated option. */
export const more = (text: string, others: readonly string[] = []): readonly string[] => [...others, text];
