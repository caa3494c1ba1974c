import { html } from 'hono/html';
import { providers } from '../../calendar.ts';
import { DAY_MS } from '../../clock.ts';
import { controls } from '../../control/index.ts';
import { listCalendarEvents } from '../../db/calendar.ts';
import type { User } from '../../db/users.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { formsOf, type FormContext, rowForm, type Shown } from './form.ts';
import { type Column, mark, table } from './table.ts';

const providerLabels = { google: 'Google', microsoft: 'Microsoft' } as const;

/** How far ahead events are counted. */
const DAYS_AHEAD = 365;

const columns = (service: Service, context: FormContext): readonly Column<User>[] => [
	{ heading: 'Account', cell: ({ email }) => email },
	{ heading: 'Calendar', cell: (user) => state(service, user) },
	{
		heading: 'Action',
		kind: 'action',
		cell: ({ id, email, calendarRevoked }) => html`<div class="actions">${
			calendarRevoked ? '' : rowForm(context, controls.calendar.revoke, { owner: id }, `for ${email}`)
		}${rowForm(context, controls.calendar.disconnect, { owner: id }, `for ${email}`)}</div>`,
	},
];

function state({ db, now }: Service, { id, email, calendarProvider: provider, calendarRevoked }: User): Html | string {
	if (provider === null) return '';
	const label = providerLabels[provider];
	if (calendarRevoked) return html`${label} ${mark('warn', 'access revoked')}`;
	const upcoming = listCalendarEvents(db, id, provider, now(), now() + DAYS_AHEAD * DAY_MS).filter((event) => providers[provider].isShown(event, email));
	const [next] = upcoming;
	if (next === undefined) return html`${label} <span class="muted">no upcoming event</span>`;
	return html`${label} <span class="muted">${upcoming.length} upcoming, next:</span> ${String(next['summary'] ?? next['subject'])}`;
}

/** The connected calendars, and forms to connect one and to add an event. */
export function calendarSection(service: Service, shown: Shown, context: FormContext): Html {
	const { users, user } = shown;
	return html`<section id="calendar">
<h2 id="calendar-title">Calendar</h2>
${table({
	id: 'calendar-list',
	labelledBy: 'calendar-title',
	columns: columns(service, context),
	rows: (user === undefined ? users : [user]).filter(({ calendarProvider }) => calendarProvider !== null),
	rowId: ({ id }) => `calendar-${id}`,
	empty: 'None is connected.',
})}
${users.length === 0 ? '' : formsOf(context, 'calendar')}
</section>`;
}
