import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import cryptoJs from 'crypto-js';
import { startService, type Service } from './account.ts';
import { startHost, type Host, type TriggerOptions } from './host.ts';

/** The statements of docs/assumptions.md about signatures, tried on the trigger over HTTP. */
const [, section = ''] = /\n### delivery-signature\n(.+?)\n### /s.exec(readFileSync('docs/assumptions.md', 'utf8')) ?? [];
const [, exampleBody = '', exampleSecret = ''] = /sign the body `(.+?)` with the secret `(.+?)`/.exec(section) ?? [];
const rows = [...section.matchAll(/^\| (.+) \| `(.+)` \| (yes|no) \|$/gm)].map(([, form = '', signature = '', accepted = '']) => ({ form, signature, accepted }));

let service: Service;
let host: Host;
beforeAll(async () => {
	service = await startService();
	host = await startHost();
});
afterAll(async () => {
	await service.sandbox.stop();
	await host.stop();
});

const answers: Readonly<Record<number, string>> = { 200: 'yes', 401: 'no' };

interface Setting extends Pick<TriggerOptions, 'parameters'> {
	readonly headerPrefix?: string;
	readonly registered?: boolean;
}

/** Whether a trigger that holds the example's secret accepts the delivery. A refused delivery must not start anything, either. */
async function accepts(body: string, headers: Record<string, string>, { headerPrefix, registered = true, parameters }: Setting = {}) {
	const { credential } = service.account('enterprise');
	// A unique ID: a webhook does not start twice for the same bytes.
	const registration = { id: randomUUID(), secret: exampleSecret, url: 'https://n8n.example.com', workflowId: 'example', registeredAt: 1 };
	const trigger = host.trigger({
		credential: { ...credential, ...(headerPrefix && { headerPrefix }) },
		parameters: { events: ['any', 'webhook.test'], ...parameters },
		...(registered && { staticData: { 'node:Trigger': { registration } } }),
	});
	trigger.listen();
	const { status } = await fetch(trigger.url, { method: 'POST', body, headers });
	trigger.vanish();
	const accepted = answers[status] ?? `${status}`;
	expect(trigger.started.length > 0 ? 'yes' : 'no').toBe(accepted);
	return accepted;
}

const sign = (body: string, secret = exampleSecret) => cryptoJs.HmacSHA256(body, secret).toString(cryptoJs.enc.Hex);
const bodyAt = (timestamp: unknown) => JSON.stringify({ event: 'webhook.test', data: { message: 'x' }, timestamp });
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const signed = (body: string, setting?: Setting) => accepts(body, { 'X-Svc-Signature': sign(body) }, setting);

test('the page has examples of both kinds', () => {
	expect(new Set(rows.map(({ accepted }) => accepted))).toEqual(new Set(['yes', 'no']));
	expect(section.match(/^\| .+ \| .+ \| .+ \|$/gm)?.length).toBe(rows.length + 2);
});

test.each(rows)('$form: $accepted ($signature)', async ({ signature, accepted }) => {
	expect(await accepts(exampleBody, { 'X-Svc-Signature': signature })).toBe(accepted);
});

const right = sign(exampleBody);
const wrong = sign(exampleBody, 'another secret');
const acme: Setting = { headerPrefix: 'X-Acme' };

/** Each sentence of the list under the table, with what it promises. */
const sentences: Readonly<Record<string, () => Promise<readonly (readonly [is: string, promised: string])[]>>> = {
	'The header is `X-Svc-Signature`, or starts with the credential’s *Header Prefix* instead of `X-Svc`. Case doesn’t matter.': async () => [
		[await accepts(exampleBody, { 'x-sVC-signature': right }), 'yes'],
		[await accepts(exampleBody, { 'x-sVC-signature': right }, acme), 'yes'],
		[await accepts(exampleBody, { 'x-aCME-signature': right }, acme), 'yes'],
		[await accepts(exampleBody, { 'X-Acme-Signature': right }), 'no'],
		[await accepts(exampleBody, { 'X-Other-Signature': right }, acme), 'no'],
	],
	'If a delivery has both headers, only `X-Svc-Signature` counts.': async () => [
		[await accepts(exampleBody, { 'X-Svc-Signature': right, 'X-Acme-Signature': wrong }, acme), 'yes'],
		[await accepts(exampleBody, { 'X-Svc-Signature': wrong, 'X-Acme-Signature': right }, acme), 'no'],
	],
	'Only the secret that the service returned when this trigger registered is accepted. Without a stored secret, nothing is accepted.': async () => [
		[await accepts(exampleBody, { 'X-Svc-Signature': wrong }), 'no'],
		[await accepts(exampleBody, { 'X-Svc-Signature': right }, { registered: false }), 'no'],
		[await accepts(exampleBody, { 'X-Svc-Signature': sign(exampleBody, '') }, { registered: false }), 'no'],
	],
	'The time is the `timestamp` in the body, which the signature covers. It may be up to 5 minutes off, in the past or in the future. *Max Delivery Age (Seconds)* changes this limit; 0 accepts any time.': async () => [
		[await signed(bodyAt(minutesFromNow(-4))), 'yes'],
		[await signed(bodyAt(minutesFromNow(4))), 'yes'],
		[await signed(bodyAt(minutesFromNow(-6))), 'no'],
		[await signed(bodyAt(minutesFromNow(6))), 'no'],
		[await accepts(bodyAt(minutesFromNow(0)), { 'X-Svc-Signature': sign(bodyAt(minutesFromNow(-6))) }), 'no'],
		[await signed(bodyAt(minutesFromNow(-6)), { parameters: { options: { timestampWindow: 420 } } }), 'yes'],
		[await signed(bodyAt(minutesFromNow(-600)), { parameters: { options: { timestampWindow: 0 } } }), 'yes'],
	],
	'A `timestamp` that is missing, or isn’t ISO 8601 with `Z` or an offset, is not checked. Nobody can remove it without the secret.': async () => [
		[await signed(bodyAt(undefined)), 'yes'],
		[await signed(bodyAt('2020-01-01T10:00:00')), 'yes'],
		[await signed(bodyAt('2020-01-01T10:00:00+02:00')), 'no'],
		[await accepts(bodyAt(undefined), { 'X-Svc-Signature': sign(bodyAt('2020-01-01T10:00:00Z')) }), 'no'],
	],
};

test('every sentence of the list is tried below', () => {
	expect([...section.matchAll(/^- (.+)$/gm)].map(([, sentence]) => sentence)).toEqual(Object.keys(sentences));
});

test.each(Object.entries(sentences))('%s', async (_, results) => {
	const pairs = await results();
	expect(pairs.map(([is]) => is)).toEqual(pairs.map(([, promised]) => promised));
});
