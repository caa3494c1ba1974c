import { api } from '../../src/api/index.ts';
import { bold, dim } from './output.ts';

interface Facts {
	readonly url: string;
	/** Null when it was shown before: then nobody knows it any more. */
	readonly key: string | null;
	readonly user: string | null;
	readonly database: string;
	readonly allowLoopbackHttp: boolean;
}

/** What `serve` says once it can be used: first what to paste where. */
export function welcome({ url, key, user, database, allowLoopbackHttp }: Facts): string {
	const keyLine = key === null ? 'the one you have; another one: `key create`' : bold(key);
	return [
		'',
		bold('Meeting assistant sandbox'),
		'',
		`  Base URL  ${bold(url)}`,
		`  API key   ${keyLine}`,
		...(key === null ? [] : [dim('            shown this once, copy it now')]),
		'',
		'  In n8n: create a credential "Meeting Assistant API" and paste these two.',
		...(allowLoopbackHttp
			? []
			: ['  Trigger node in an n8n on this machine? Start with --allow-loopback-http.']),
		'',
		`  User      ${user ?? 'none yet: `user create`, then `key create`'}`,
		`  Data      ${database}`,
		`  Console   ${url}/  ${dim('requests, deliveries, faults, clock')}`,
		'',
		dim('  In another terminal:'),
		...(key === null ? [] : [`  curl -H 'Authorization: Bearer ${key}' \\`, `    ${url}${api.conversations.list.path}`]),
		'  npx meeting-assistant-sandbox import your-call.vtt',
		'  npx meeting-assistant-sandbox --help',
		'',
		'Ctrl-C stops it.',
	].join('\n');
}
