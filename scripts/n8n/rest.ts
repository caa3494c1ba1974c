import { z } from 'zod/v4';

/** n8n refused. */
export class RestError extends Error {
	override readonly name = 'RestError';
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

const Wrapped = z.looseObject({ data: z.unknown() });
const Refusal = z.object({ message: z.string() }).catch({ message: 'no reason given' });

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends one request as the editor does, and reads the answer. */
export type Rest = <T extends z.ZodType>(method: Method, path: string, answer: T, body?: object) => Promise<z.output<T>>;

/** The interface between n8n and its editor, which needs no key: whoever signed in stays so. */
export function openRest(url: string): Rest {
	let cookie = '';
	return async (method, path, answer, body) => {
		const response = await fetch(`${url}${path}`, {
			method,
			// Sessions are bound to one browser.
			headers: { 'content-type': 'application/json', 'browser-id': 'n8n-script', cookie },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const json: unknown = text === '' ? {} : JSON.parse(text);
		if (!response.ok) {
			const { message } = Refusal.parse(json);
			throw new RestError(response.status, `${method} ${path}: ${response.status} ${message}`);
		}
		const session = response.headers.getSetCookie().find((header) => header.startsWith('n8n-auth='));
		cookie = session?.split(';')[0] ?? cookie;
		// The editor's own routes wrap what they answer; the lists of types are plain files.
		return answer.parse(path.startsWith('/rest/') ? Wrapped.parse(json).data : json);
	};
}
