import { html } from 'hono/html';
import { listUsers } from '../../db/users.ts';
import type { Service } from '../../service.ts';
import type { Html, Page } from '../document.ts';
import { accountPart } from './account.ts';
import { clockSection } from './clock.ts';
import { conversationsSection } from './conversations.ts';
import { deliveriesSection } from './deliveries.ts';
import { faultsSection } from './faults.ts';
import { requestsSection } from './requests.ts';

export interface Notice {
	readonly text: string;
	readonly isError: boolean;
}

export interface ConsoleView {
	/** Base address of the sandbox. */
	readonly url: string;
	readonly token: string;
	/** Identifier or e-mail address of the account to show; default: the first. */
	readonly user: string | undefined;
	/** What came of the form that was sent. */
	readonly notice: Notice | undefined;
}

/** Everything that happens in a sandbox, and the means to turn its clock and to make it fail. */
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
<p class="live"><span id="connection">Reload the page to see what is new.</span>
<button type="button" id="pause" aria-pressed="false" hidden>Pause</button></p>
</header>
<nav aria-label="Parts of this page">${links.map(([id, label]) => html`<a href="#${id}">${label}</a>`)}</nav>
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
