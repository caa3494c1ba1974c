import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../../src/format/index.ts';
import type { Settings } from '../call.ts';
import { decisionsOn } from '../server.ts';
import type { Client } from './clients.ts';

class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

const escape = (value: string): string => escapeMarkup(value).replaceAll('"', '&quot;');

/** Escapes every value that is not itself markup. */
const html = ({ raw }: TemplateStringsArray, ...values: readonly (Markup | string)[]): Markup =>
	new Markup(String.raw({ raw }, ...values.map((value) => (value instanceof Markup ? value.text : escape(value)))));

const none = new Markup('');

/** All text has a contrast of at least 4.5. */
const style = `
:root {
	color-scheme: light dark;
	--ground: #f6f7f8; --surface: #fff; --line: #dcdfe4; --field: #82898f; --text: #1b1f24; --muted: #565e68;
	--accent: #0f766e; --on-accent: #fff; --bad: #b3261e; --bad-tint: #fce8e6;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #101316; --surface: #181c20; --line: #2d343b; --field: #78828d; --text: #e7eaed; --muted: #a2abb5;
		--accent: #5cc8ba; --on-accent: #06231f; --bad: #ff9b92; --bad-tint: #3b1b18;
	}
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
	margin: 0; padding: 1rem; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--text);
	overflow-wrap: anywhere; font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main { width: 100%; max-width: 30rem; padding: 1.75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance; }
p, ul { margin: 0 0 1rem; }
ul { padding-left: 1.2rem; }
li + li { margin-top: .3rem; }
a { color: var(--accent); text-underline-offset: .15em; }
.muted { color: var(--muted); font-size: .9rem; }
.error { margin: .5rem 0; padding: .7rem .9rem; background: var(--bad-tint); color: var(--bad); border-radius: 8px; }
label { display: block; font-weight: 600; margin-top: 1.5rem; }
input { width: 100%; margin: .35rem 0; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--field); border-radius: 8px; }
[aria-invalid] { border-color: var(--bad); }
.return { margin: 1.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; margin: 1.25rem 0 0; }
button, .button { padding: .65rem 1.4rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 8px; cursor: pointer; text-decoration: none; }
.actions a { padding: .65rem 0; }
.actions .button { padding-inline: 1.4rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 8px; }
`;

const headers = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
	'X-Frame-Options': 'DENY',
	// With “no-referrer”, browsers send forms without their origin, which is then refused.
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'Cache-Control': 'no-store',
	'X-Robots-Tag': 'noindex',
};

interface Page {
	readonly status: number;
	readonly title: string;
	readonly body: Markup;
	readonly head?: Markup;
	readonly more?: Readonly<Record<string, string>>;
}

const page = ({ status, title, body, head = none, more }: Page): Response =>
	new Response(
		html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<style>${new Markup(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text,
		{ status, headers: { ...headers, ...more } },
	);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What an app can do with the account, according to the server's settings. */
function abilities(settings: Settings): readonly string[] {
	const { ifAsked, unasked } = decisionsOn(settings);
	return [
		'Read your meetings: transcripts, key points, reports, contacts and calendar',
		...(ifAsked === '' ? [] : [`${capitalized(ifAsked)}, but only if the app can ask you, and you agree each time`]),
		...(unasked === '' ? [] : [`${capitalized(unasked)}, without asking you`]),
	];
}

/** Why a key was not taken. */
export interface Refused {
	readonly status: number;
	readonly text: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface Consent {
	readonly client: Pick<Client, 'id' | 'isDocument' | 'name'>;
	readonly redirectUri: string;
	/** Where the app learns that the person declined. */
	readonly cancel: string;
	/** The app's request, sealed. */
	readonly request: string;
	readonly settings: Settings;
	readonly refusal?: Refused;
}

/** Where a person gives an app access to their meetings. */
export function consentPage({ client, redirectUri, cancel, request, settings, refusal }: Consent): Response {
	const { host } = new URL(redirectUri);
	const name = client.name || host;
	return page({
		status: refusal?.status ?? 200,
		...(refusal?.headers && { more: refusal.headers }),
		title: `${refusal ? 'Error: ' : ''}Connect ${name} to your meetings`,
		body: html`<h1>Connect ${name} to your meetings?</h1>
<p>An app that calls itself <strong>${name}</strong> asks for access. If you agree, you return to <strong>${host}</strong>. Continue only if you came from there.</p>
<p>It will be able to:</p>
<ul>
${new Markup(abilities(settings).map((one) => html`<li>${one}</li>`.text).join('\n'))}
</ul>
${settings.readOnly ? html`<p>It cannot change anything or spend AI credits.</p>` : none}
<form method="post" action="/authorize">
<input type="hidden" name="request" value="${request}">
<label for="key">API key</label>
${refusal ? html`<p class="error" id="error" role="alert">${refusal.text}</p>` : none}
<input id="key" name="key" type="password" required autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="${refusal ? 'error where' : 'where'}"${refusal ? new Markup(' aria-invalid="true"') : none}>
<p class="muted" id="where">Create one in the desktop app under <strong>Settings, API keys</strong>, and paste it here. To end the access later, delete it there.</p>
<p class="actions"><button>Connect</button> <a href="${cancel}">Cancel</a></p>
</form>
<p class="muted return">Return address: ${redirectUri}${client.isDocument ? html`<br>Described at: ${client.id}` : none}</p>`,
	});
}

/** Takes the person back at once. Not by a redirect, since browsers apply the form’s policy to every address that follows. */
export const returnPage = (address: string): Response =>
	page({
		status: 200,
		title: 'Connected',
		head: html`<meta http-equiv="refresh" content="0; url=${address}">`,
		more: { 'Referrer-Policy': 'no-referrer' },
		body: html`<h1>Connected</h1>
<p>You are being taken back to ${new URL(address).host}.</p>
<p class="actions"><a class="button" href="${address}">Continue</a></p>`,
	});

/** Why nothing can be connected. People go back themselves, so that nobody can use this server to redirect them. */
export const problemPage = (status: number, text: string, back?: string): Response =>
	page({
		status,
		title: 'Not connected',
		body: html`<h1>Not connected</h1>
<p>${text}</p>
${back === undefined ? none : html`<p class="actions"><a href="${back}">Back to ${new URL(back).host}</a></p>`}`,
	});
