import { InvalidArgumentError } from 'commander';
import { type Kind, readText } from '../control/index.ts';
import { isPort, LAST_PORT } from '../http/listen.ts';
import { messageOf } from '../errors.ts';

/** Reads a value of a kind, in the same way as forms do. */
export const valueOf =
	(kind: Kind) =>
	(text: string): unknown => {
		try {
			return readText(kind, text);
		} catch (error) {
			throw new InvalidArgumentError(messageOf(error));
		}
	};

export function port(text: string): number {
	if (!/^\d{1,5}$/.test(text) || !isPort(Number(text))) throw new InvalidArgumentError(`Use a whole number from 0 to ${LAST_PORT}.`);
	return Number(text);
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
