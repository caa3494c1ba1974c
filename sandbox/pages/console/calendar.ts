import { html } from 'hono/html';
import { providers } from '../../calendar.ts';
import { DAY_MS, HOUR_MS, iso } from '../../clock.ts';
import { listCalendarEvents } from '../../db/calendar.ts';
import { calendarProviders, type User } from '../../db/users.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { foldedForm, type FormContext, ownerField, rowForm, type Shown, type Typed } from './form.ts';
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
			calendarRevoked ? '' : button(context, 'revoke-calendar', id, 'Revoke access', email)
		}${button(context, 'disconnect-calendar', id, 'Disconnect', email)}</div>`,
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

const button = (context: FormContext, action: 'revoke-calendar' | 'disconnect-calendar', id: string, label: string, email: string): Html =>
	rowForm(context, action, html`<input type="hidden" name="owner" value="${id}"><button>${label}<span class="unseen"> for ${email}</span></button>`);

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
${
	users.length === 0
		? ''
		: html`${foldedForm(
				context,
				'connect-calendar',
				{ heading: 'Connect a calendar', command: 'calendar connect google' },
				(typed) => html`${ownerField(shown, typed)}
<label>Format of its events ${typed.select('provider', calendarProviders.map((provider) => [provider, providerLabels[provider]]))}</label>
<button class="main">Connect calendar</button>`,
			)}
${foldedForm(context, 'add-event', { heading: 'Add an event', command: ADD }, (typed) => eventFields(service.now(), shown, typed))}`
}
</section>`;
}

const ADD = "calendar add --title 'Pilot review' --start 2026-03-02T09:15:00Z";

const eventFields = (now: number, shown: Shown, typed: Typed): Html => html`${ownerField(shown, typed)}
<label>Title <input ${typed.text('title')} required></label>
<div class="pair">
<label>Start (UTC) <input type="datetime-local" ${typed.text('start', `${iso(now + HOUR_MS).slice(0, 13)}:00`)} required></label>
<label>End (UTC), default: half an hour later <input type="datetime-local" ${typed.text('end')}></label>
</div>
<label>Attendees, separated by commas <input ${typed.text('attendees')} placeholder="Ben Moor &lt;ben@moor.example&gt;"></label>
<button class="main">Add event</button>`;
