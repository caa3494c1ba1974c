import { isRecord } from '../../../src/format/index.ts';
import type { Effect } from '../record.ts';

/** What an effect means to the people it reaches. `step`: work of any other node, which reaches nobody. */
export type EffectKind = 'email' | 'message' | 'request' | 'record' | 'read' | 'step';

/** An effect as it would look. All of it comes from the workflow and its meetings. */
export interface Shown {
	readonly kind: EffectKind;
	/** Recipients, a channel, an address or a table; empty if the node does not say. */
	readonly to: string;
	readonly title: string;
	readonly body: string;
	/** Whether the body is HTML. */
	readonly isHtml: boolean;
}

const MESSENGERS = /^(slack|discord|telegram|mattermost|microsoftTeams|matrix|rocketchat|twilio|whatsApp|googleChat|line|pushover|pushbullet|zulip|gotify|vonage|twist)/i;
const STEPS: ReadonlySet<string> = new Set(['code', 'function', 'functionItem', 'executeWorkflow', 'respondToWebhook', 'form', 'aiTransform', 'executionData']);
const READS = /^(get|list|lookup|read|search|select|find|query|count|download)/i;
const READERS: ReadonlySet<string> = new Set(['rssFeedRead', 'readPdf', 'readBinaryFile', 'readBinaryFiles']);
const SELECTS = /^\s*(select|with|show|explain)\b/i;
/** Addresses that are asked by POST, as at HubSpot and Notion. */
const ASKED = /\/(_?search|query|batch\/read)\/?([?#]|$)/i;
const REPEATABLE = /^(upsert|update|delete|remove|executeQuery|createOrUpdate|appendOrUpdate|set|put)/i;

type Parameters = Effect['parameters'];

/** A value as people read it; for a field with modes, the value itself. */
export function written(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(written).join(', ');
	if (value instanceof Object && '__rl' in value && 'value' in value) return written(value.value);
	return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const firstOf = (parameters: Parameters, names: readonly string[]): string => {
	const found = names.find((name) => written(parameters[name]).trim() !== '');
	return found === undefined ? '' : written(parameters[found]);
};

const RECIPIENTS = ['toEmail', 'sendTo', 'toRecipients', 'toList', 'to', 'recipients', 'toAddresses', 'recipient'];
const CHANNELS = ['channelId', 'channel', 'user', 'chatId', 'roomId', 'to', 'teamId', 'webhookUri', 'recipientPhoneNumber'];
/** Whether a parameter says whom something reaches, rather than what. */
export const isAddress = (parameter: string): boolean => [...RECIPIENTS, ...CHANNELS].includes(parameter);

/** Whether there is no recipient: nothing, or what an expression writes in place of an address that is missing. */
export const isNobody = (to: string): boolean => recipientsIn(to).every((one) => ['', 'undefined', 'null'].includes(one));

/** Parameters that take nothing but email addresses, by which a mail node reaches people; others may take the ID of a contact or a list. */
const ADDRESSES = ['toEmail', 'sendTo', 'toRecipients', 'toList', 'toAddresses'];
const ADDRESS = /[^\s@]@[^\s@]/;

type Sent = Pick<Effect, 'type' | 'parameters'>;

const isMail = ({ type, parameters }: Sent): boolean => kindOf(type, parameters) === 'email' && ADDRESSES.some((name) => name in parameters);

/** Whether a parameter of an effect names nobody: it is empty or, in an email, has no address. */
export function reachesNobody(effect: Sent, name: string): boolean {
	const to = written(effect.parameters[name]);
	return isNobody(to) || (ADDRESSES.includes(name) && isMail(effect) && !ADDRESS.test(to));
}

/** Whether an email has no recipient in any of its parameters. */
export const hasNoRecipient = (email: Effect): boolean => RECIPIENTS.every((name) => reachesNobody(email, name));

const bare = (one: string): string => (/<([^<>]*)>/.exec(one)?.[1] ?? one).trim();

/** The entries of a list. Send Email also takes semicolons and names with a comma in quotation marks; n8n's other nodes split at each comma. */
const listed = (to: string, type = 'emailSend'): readonly string[] =>
	(type === 'emailSend' ? (to.match(/(?:"[^"]*"|[^,;])+/g) ?? []) : to.split(',')).map((one) => one.trim()).filter(Boolean);

const recipientsIn = (to: string): readonly string[] => listed(to).map((one) => bare(one).toLowerCase());

/** Whether an entry has exactly one address, with or without a name. */
function isWellFormed(entry: string): boolean {
	const [address, ...more] = bare(entry).split(/\s+/).filter((word) => word.includes('@'));
	return address !== undefined && more.length === 0 && /^[^@<>]+@[^@<>]+$/.test(address);
}

/** Recipients however they are written, and in any order. */
function peopleIn(to: string): readonly string[] {
	const all = recipientsIn(to);
	const addresses = all.filter((one) => one.includes('@'));
	return (addresses.length > 0 ? addresses : all).toSorted();
}

const HTML = ['html', 'htmlBody', 'bodyHtml'];
const TEXTS = ['text', 'message', 'content', 'messageText', 'bodyContent', 'body', 'emailBody', 'contentValue', 'jsonBody', 'blocksUi'];

/** The text of chat blocks, however deeply they are nested. */
function textOf(value: unknown): string {
	const texts: string[] = [];
	const collect = (part: unknown, name: string): void => {
		if (typeof part === 'string') {
			if (name === 'text' || name === 'content' || name === 'value') texts.push(part);
		} else if (Array.isArray(part)) part.forEach((one) => collect(one, name));
		else if (part instanceof Object) for (const [key, one] of Object.entries(part)) collect(one, key);
	};
	collect(value, '');
	return texts.join('\n');
}

/** A value that may be JSON in a text. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

const isChat = (body: unknown): boolean => body instanceof Object && ('blocks' in body || 'attachments' in body || ('text' in body && Object.keys(body).length < 4));

function kindOf(type: string, parameters: Parameters): EffectKind {
	const operation = written(parameters['operation']);
	if (STEPS.has(type) || /langchain|agent|chain|lmChat|memory|^lm/i.test(type)) return 'step';
	if (RECIPIENTS.some((name) => name in parameters) && 'subject' in parameters) return 'email';
	if (READS.test(operation) || READERS.has(type) || SELECTS.test(written(parameters['query']))) return 'read';
	if (type === 'httpRequest') {
		const method = written(parameters['method']) || 'GET';
		if (method === 'GET' || method === 'HEAD' || (method === 'POST' && ASKED.test(written(parameters['url'])))) return 'read';
		return isChat(parsed(parameters['jsonBody'])) ? 'message' : 'request';
	}
	return MESSENGERS.test(type) ? 'message' : 'record';
}

const table = (parameters: Parameters, without: readonly string[] = []): string =>
	Object.entries(parameters)
		.filter(([name, value]) => !without.includes(name) && written(value) !== '' && written(value) !== '{}')
		.map(([name, value]) => `${name}: ${written(value)}`)
		.join('\n');

/** Whether a recorded node's output is a guess, because it reads, computes or decides elsewhere. */
export const isGuess = (type: string, parameters: Parameters): boolean => ['read', 'step'].includes(kindOf(type, parameters));

/** What an effect would look like to the people it reaches. */
export function shownEffect(effect: Effect): Shown {
	const { type, parameters } = effect;
	const kind = kindOf(type, parameters);
	const operation = [written(parameters['resource']), written(parameters['operation'])].filter(Boolean).join(' · ');
	switch (kind) {
		case 'email': {
			const isHtml = written(parameters['emailFormat'] ?? parameters['emailType']) !== 'text' && firstOf(parameters, HTML) !== '';
			const body = firstOf(parameters, isHtml ? HTML : [...TEXTS, ...HTML]);
			return { kind, to: firstOf(parameters, RECIPIENTS), title: written(parameters['subject']), body, isHtml };
		}
		case 'message': {
			const raw = parsed(parameters['jsonBody'] ?? parameters['blocksUi']);
			const blocks = raw instanceof Object ? textOf('blocks' in raw ? raw.blocks : raw) : '';
			return { kind, to: firstOf(parameters, CHANNELS) || written(parameters['url']), title: '', body: blocks || firstOf(parameters, TEXTS), isHtml: false };
		}
		case 'request':
		case 'read': {
			const isHttp = type === 'httpRequest';
			const body = isHttp ? firstOf(parameters, ['jsonBody', 'body', 'bodyParameters', 'queryParameters']) : table(parameters, ['resource', 'operation']);
			return { kind, to: written(parameters['url']), title: isHttp ? written(parameters['method']) || 'GET' : operation, body, isHtml: false };
		}
		default:
			return { kind, to: written(parameters['table'] ?? parameters['tableId'] ?? ''), title: operation, body: table(parameters, ['resource', 'operation', 'table', 'authentication']), isHtml: false };
	}
}

/** Fields that people read, which may be among nested values: those that name a record, those that describe it, and the meeting it comes from. */
const CALLED = [/^ *"?(?:subject|title|name|summary)"?: "?([^"\n]+)/im, /^ *"?(?:item|task|description|text|content|note)"?: "?([^"\n]+)/im, /^ *"?(?:meeting|conversationTitle)"?: "?([^"\n]+)/im];

/** What a record is called, or the first line of another effect. */
export function calledIn({ kind, body }: Pick<Shown, 'kind' | 'body'>): string {
	const named = kind === 'message' ? [] : CALLED.flatMap((field) => field.exec(body)?.[1] ?? []);
	return named[0] ?? body.trim().split('\n')[0] ?? '';
}

/** `ccEmail`, `bccList`: each mail node has its own name for copies, among its options. */
const COPIES = /^b?cc(?![a-z])/;

const withPeople = (parameters: Parameters): Parameters =>
	Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => {
			if (RECIPIENTS.includes(name) || COPIES.test(name)) return [name, peopleIn(written(value))];
			return [name, isRecord(value) ? withPeople(value) : value];
		}),
	);

const SENDERS = /^(?:from(?:Email)?|replyTo)$/;

/** The entries of an email's recipients, copies and senders that are not addresses, with their parameters. */
export function malformedIn(email: Sent): { readonly field: string; readonly entry: string }[] {
	const inside = (parameters: Parameters): ReturnType<typeof malformedIn> =>
		Object.entries(parameters).flatMap(([field, value]) => {
			const isList = ADDRESSES.includes(field) || COPIES.test(field) || SENDERS.test(field);
			if (!isList) return isRecord(value) ? inside(value) : [];
			return listed(written(value), email.type).filter((entry) => !isWellFormed(entry)).map((entry) => ({ field, entry }));
		});
	return isMail(email) ? inside(email.parameters) : [];
}

/** The parameters of an effect, with the people that an email reaches: two that are equal reach the same ones. */
export const comparable = ({ type, parameters }: Effect): Parameters => (kindOf(type, parameters) === 'email' ? withPeople(parameters) : parameters);

/** Whether a repetition would reach somebody twice, or create something twice. */
export function isHarmfulTwice(effect: Effect): boolean {
	const { type, parameters } = effect;
	const kind = kindOf(type, parameters);
	if (kind === 'read' || kind === 'step' || type === 'dataTable') return false;
	if (type === 'httpRequest') return !/^(PUT|DELETE)$/.test(written(parameters['method']));
	return !REPEATABLE.test(written(parameters['operation']));
}
