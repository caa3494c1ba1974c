import { html } from 'hono/html';
import { listKeys } from '../../db/keys.ts';
import type { User } from '../../db/users.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import type { LoggedRequest } from '../../http/requestLog.ts';
import { secondTime } from '../times.ts';
import { faultLabel } from './faults.ts';
import { type Column, mark, NOTHING, statusMark, table } from './table.ts';

const columns: readonly Column<LoggedRequest>[] = [
	{ heading: 'Time (UTC)', cell: ({ at }) => secondTime(at) },
	{ heading: 'Request', cell: ({ method, path }) => html`<code class="request"><b>${method}</b> ${breakable(path)}</code>` },
	{ heading: 'Status', cell: ({ status }) => (status === null ? mark('bad', 'no answer') : statusMark(status)) },
	{ heading: 'Key', cell: ({ keyEnd }) => (keyEnd === null ? 'none' : html`<code class="key">…${keyEnd}</code>`) },
	{ heading: 'Requests left', kind: 'number', cell: ({ remaining, limit }) => budget(remaining, limit) },
	{ heading: 'Fault', cell: ({ fault }) => (fault === null ? NOTHING : mark('warn', faultLabel(fault))) },
	{ heading: 'ms', kind: 'number', cell: ({ durationMs }) => durationMs },
];

/** Long paths wrap before a slash. */
const breakable = (path: string) => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

const budget = (remaining: string | null, limit: string | null) =>
	remaining === null || limit === null ? NOTHING : `${remaining} of ${limit}`;

/** The most recent requests to the API, of one account or all. */
export function requestsSection({ db, requests }: Service, url: string, chosen: User | undefined): Html {
	const ends = chosen && new Set(listKeys(db, chosen.id).map(({ lastFour }) => lastFour));
	return html`<section id="requests">
<h2 id="requests-title">Requests</h2>
${table({
	id: 'request-list',
	labelledBy: 'requests-title',
	columns,
	rows: requests.list().filter(({ keyEnd }) => ends === undefined || (keyEnd !== null && ends.has(keyEnd))),
	rowId: ({ id }) => `request-${id}`,
	empty: html`None yet. Send one to <code>${url}</code> with an API key of ${chosen?.email ?? 'this sandbox'}.`,
})}
</section>`;
}
