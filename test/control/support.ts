import type { z } from 'zod/v4';
import { type Control, controls } from '../../sandbox/control/index.ts';
import { call, startTestSandbox, type Reply } from '../sandbox/support/harness.ts';
import { vtt } from '../sandbox/support/meeting.ts';
import { startReceiver } from '../sandbox/support/receiver.ts';

/** One request to a control, without a key. */
export async function ask(url: string, method: string, path: string, body?: unknown, headers = {}): Promise<Reply> {
	const response = await fetch(url + path, {
		method,
		headers,
		...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
	});
	return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

export const ada = { name: 'Ada Lind', email: 'Ada@lind.example', plan: 'professional' };
export const LIST = '/api/v1/conversations';

export async function startControlled() {
	const at = await startTestSandbox();
	const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
	/** `data` of a control over HTTP, parsed by the control's output schema. */
	async function data<O extends z.ZodType>(control: Control<z.ZodType, O>, path: string, body?: unknown): Promise<z.output<O>> {
		const reply = await ask(at.sandbox.url, control.method, path, body);
		if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
		return control.output.parse(Object(reply.body).data);
	}
	return {
		...at,
		/** Starts a receiver for deliveries. */
		async receive() {
			const receiver = await startReceiver();
			receivers.push(receiver);
			return receiver;
		},
		async stop() {
			await at.sandbox.stop();
			for (const receiver of receivers) await receiver.stop();
		},
		ask: (method: string, path: string, body?: unknown) => ask(at.sandbox.url, method, path, body),
		data,
		createUser: (more = {}) => data(controls.users.create, '/sandbox/users', { ...ada, ...more }),
		createKey: (body = {}) => data(controls.keys.create, '/sandbox/keys', body),
		importMeeting: (more = {}) => data(controls.meetings.import, '/sandbox/meetings', { text: vtt(), filename: 'lisbon.vtt', ...more }),
		/** A request to the API itself. */
		api: (key: string, method: string, path: string, body?: unknown) => call(at.sandbox.url, key, method, path, body),
	};
}
