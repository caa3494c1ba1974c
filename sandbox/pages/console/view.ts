import { html } from 'hono/html';
import { listKeys } from '../../db/keys.ts';
import { listUsers, type User } from '../../db/users.ts';
import { creditUsage } from '../../limits.ts';
import type { Service } from '../../service.ts';
import type { Html, Page } from '../document.ts';
import { aiSection, clockSection } from './clock.ts';
import { commandFor } from '../../commandLine.ts';
import { controls } from '../../control/index.ts';
import { conversationsSection, importSection } from './conversations.ts';
import { deliveriesSection } from './deliveries.ts';
import { faultsSection } from './faults.ts';
import type { Refused, Shown } from './form.ts';
import { requestsSection } from './requests.ts';
import { counted, plural } from '../../text.ts';

/** Max accounts in the list. If there are more, use `?user=` with an email address. */
const LISTED = 200;

/** The account that is shown, or how many there are, and a way to filter by account. */
function accountPart(service: Service, { users, user }: Shown, url: string): Html {
	if (users.length === 0) return html`<p id="account" data-live>No account yet. Add the sample account:<br><code>${commandFor(url, 'sample')}</code></p>`;
	return html`<p id="account" data-live>${user === undefined ? html`<strong>${users.length} accounts</strong>` : accountLine(service, user)}</p>
${users.length < 2 ? '' : chooser(users.slice(0, LISTED), user)}`;
}

const accountLine = (service: Service, user: User): Html => html`<strong>${user.name}</strong> <span class="muted">${user.email}</span><br>
<span class="plan">${user.plan}</span> plan · ${credits(service, user)} · ${keyEnds(service, user)}`;

function credits(service: Service, user: User): string {
	const { limit, remaining, used } = creditUsage(service, user);
	return limit === null ? `${counted(used, 'AI credit')} used` : `${Math.max(0, remaining ?? 0)} of ${limit} AI credits left`;
}

function keyEnds({ db }: Service, user: User): Html | string {
	const keys = listKeys(db, user.id).filter(({ revokedAt }) => revokedAt === null);
	if (keys.length === 0) return 'no key';
	return html`${plural(keys.length, 'key')} ${keys.map(({ lastFour }) => html`<code>…${lastFour}</code> `)}`;
}

const chooser = (users: readonly User[], shown: User | undefined): Html => html`<form method="get" action="/" class="chooser">
<label>Filter by account <select name="user"><option value="">All accounts</option>${users.map(
	({ id, email }) => html`<option value="${id}"${id === shown?.id ? html` selected` : ''}>${email}</option>`,
)}</select></label>
<button>Show</button>
</form>`;

export interface Notice {
	readonly text: Html | string;
	readonly isError: boolean;
}

interface ConsoleView {
	/** Base address of the sandbox. */
	readonly url: string;
	readonly token: string;
	/** ID or email address of the account to filter by. Default: all. */
	readonly user: string | undefined;
	/** The outcome of the submitted form. */
	readonly notice: Notice | undefined;
	readonly refused: Refused | undefined;
}

/** Everything that happens in a sandbox, with controls for its clock and its faults. */
export function consolePage(service: Service, { url, token, user: wanted, notice, refused }: ConsoleView): Page {
	const users = listUsers(service.db);
	// A single account is shown in full: requests without its key, too.
	const chosen = users.length < 2 ? undefined : users.find(({ id, email }) => id === wanted || email === wanted);
	const shown: Shown = { users, user: users.length === 1 ? users[0] : chosen };
	const forms = { token, now: service.now(), shown, userId: chosen?.id ?? '', refused };
	return {
		title: 'Meeting Assistant sandbox',
		body: html`<a class="skip" href="#requests">Skip to the requests</a>
<header>
<div class="name"><h1>Meeting Assistant sandbox</h1>
<p>Base URL <code>${url}</code></p>
<p>${controls.everything.status.shown({ database: service.database }).text}</p></div>
<div class="account">${accountPart(service, shown, url)}</div>
<p class="live"><span id="connection">Reload the page for updates.</span>
<button type="button" id="pause" aria-pressed="false" hidden>Pause</button></p>
</header>
<nav aria-label="Sections of this page">${links.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>
<div id="notice" role="status">${notice === undefined ? '' : noticeText(notice)}</div>
<main>
<div class="stack">
${requestsSection(service, url, chosen)}
${deliveriesSection(service, shown, forms)}
${conversationsSection(service, shown)}
</div>
<div class="stack">
${importSection(shown, forms)}
${clockSection(service, forms)}
${aiSection(service, forms)}
${faultsSection(service, forms)}
</div>
</main>`,
	};
}

const links = [
	['requests', 'Requests'],
	['deliveries', 'Deliveries'],
	['conversations', 'Conversations'],
	['meetings', 'Import'],
	['clock', 'Clock'],
	['ai', 'AI'],
	['faults', 'Faults'],
] as const;

const noticeText = ({ text, isError }: Notice): Html => html`<p class="notice ${isError ? 'bad' : 'good'}">${text}</p>`;
