import { html } from 'hono/html';
import { listKeys } from '../../db/keys.ts';
import type { User } from '../../db/users.ts';
import { creditUsage } from '../../limits/credits.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';

/** Above this many, an account is found by its address in `?user=`. */
const LISTED = 200;

/** Whose conversations and deliveries are shown, with the way to another account. */
export function accountPart(service: Service, users: readonly User[], user: User | undefined): Html {
	if (user === undefined) return html`<p>There is no account yet.
<code>npx meeting-assistant-sandbox user create --help</code> says how to make one.</p>`;
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
