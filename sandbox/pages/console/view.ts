import { html } from 'hono/html';
import { listKeys } from '../../db/keys.ts';
import { listUsers, type User } from '../../db/users.ts';
import { creditUsage } from '../../limits.ts';
import type { Service } from '../../service.ts';
import type { Html, Page } from '../document.ts';
import { clockSection } from './clock.ts';
import { conversationsSection } from './conversations.ts';
import { deliveriesSection } from './deliveries.ts';
import { faultsSection } from './faults.ts';
import { requestsSection } from './requests.ts';

/** With more accounts than this, use `?user=` with an email address. */
const LISTED = 200;

/** The account whose conversations and deliveries are shown, and a way to switch accounts. */
function accountPart(service: Service, users: readonly User[], user: User | undefined): Html {
	if (user === undefined) return html`<p>No account yet.
Run <code>npx meeting-assistant-sandbox user create --help</code> to see how to create one.</p>`;
	const { name, email, plan } = user;
	return html`<p id="account" data-live><strong>${name}</strong> <span class="muted">${email}</span><br>
<span class="plan">${plan}</span> plan · ${credits(service, user)} · ${keyEnds(service, user)}</p>
${users.length < 2 ? '' : chooser(users.slice(0, LISTED), user)}`;
}

function credits(service: Service, user: User): string {
	const { limit, remaining, used } = creditUsage(service, user);
	return limit === null ? `${used} AI credits used` : `${remaining} of ${limit} AI credits left`;
}

function keyEnds({ db }: Service, user: User): Html | string {
	const keys = listKeys(db, user.id).filter(({ revokedAt }) => revokedAt === null);
	if (keys.length === 0) return 'no key';
	const noun = keys.length === 1 ? 'key' : 'keys';
	return html`${noun} ${keys.map(({ lastFour }) => html`<code>…${lastFour}</code> `)}`;
}

const chooser = (users: readonly User[], shown: User): Html => html`<form method="get" action="/" class="chooser">
<label>Account <select name="user">${users.map(
	({ id, email }) => html`<option value="${id}"${id === shown.id ? html` selected` : ''}>${email}</option>`,
)}</select></label>
<button>Show</button>
</form>`;

export interface Notice {
	readonly text: string;
	readonly isError: boolean;
}

interface ConsoleView {
	/** Base address of the sandbox. */
	readonly url: string;
	readonly token: string;
	/** ID or email address of the account to show. Default: the first. */
	readonly user: string | undefined;
	/** The outcome of the submitted form. */
	readonly notice: Notice | undefined;
}

/** Everything that happens in a sandbox, with controls for its clock and its faults. */
export function consolePage(service: Service, { url, token, user: wanted, notice }: ConsoleView): Page {
	const users = listUsers(service.db);
	const user = users.find(({ id, email }) => id === wanted || email === wanted) ?? users[0];
	const forms = { token, userId: user?.id ?? '' };
	return {
		title: 'Meeting Assistant sandbox',
		body: html`<a class="skip" href="#requests">Skip to the requests</a>
<header>
<div class="name"><h1>Meeting Assistant sandbox</h1>
<p>Base URL <code>${url}</code></p></div>
<div class="account">${accountPart(service, users, user)}</div>
<p class="live"><span id="connection">Reload the page for updates.</span>
<button type="button" id="pause" aria-pressed="false" hidden>Pause</button></p>
</header>
<nav aria-label="Sections of this page">${links.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>
<div id="notice" role="status">${notice === undefined ? '' : noticeText(notice)}</div>
<main>
<div class="stack">
${requestsSection(service, url)}
${deliveriesSection(service, user, forms)}
${conversationsSection(service, user)}
</div>
<div class="stack">
${clockSection(service, forms)}
${faultsSection(service, forms)}
</div>
</main>`,
	};
}

const links = [
	['requests', 'Requests'],
	['deliveries', 'Deliveries'],
	['conversations', 'Conversations'],
	['clock', 'Clock'],
	['faults', 'Faults'],
] as const;

const noticeText = ({ text, isError }: Notice): Html => html`<p class="notice ${isError ? 'bad' : 'good'}">${text}</p>`;
