import { html, raw } from 'hono/html';
import { counted } from '../../../../src/words/index.ts';
import type { Report, ReportedDay, ReportedEffect, ReportedRun } from '../report.ts';
import { busiestHour, type Counted, datesIn, type Hour, planWords } from '../usage.ts';
import { style } from './style.ts';

type Html = ReturnType<typeof html>;

const number = new Intl.NumberFormat('en');
const nothing = html``;

/** Nothing is loaded and no script runs, whatever a workflow or a meeting contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Elements with which an email could reach the network, or change its frame: shown as text. */
const withoutElements = (body: string): string => body.replace(/<(?=(?:link|meta|base|script|iframe|frame|object|embed|form|portal|svg|math|template)\b)/gi, '&lt;');

const MOST_SHOWN = 40;
const MOST_CHARACTERS = 20_000;
const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

/** How many effects to draw in full; the rest are only counted. */
interface Budget {
	left: number;
}

function sentHtml({ kind, node, to, title, body, isHtml }: ReportedEffect, budget: Budget): Html {
	budget.left -= 1;
	const frame = html`<iframe sandbox="" referrerpolicy="no-referrer" loading="lazy" title="The email" srcdoc="${withoutElements(cut(body))}"></iframe>`;
	return html`<div class="sent ${kind}">
<header><span class="tag">${kind}</span><strong>${cut(title.trim()) || (kind === 'email' ? 'No subject' : node)}</strong>${to ? html` <span class="soft">to ${cut(to)}</span>` : nothing}<br><span class="soft small">${node}</span></header>
${isHtml ? frame : body ? html`<pre>${cut(body)}</pre>` : nothing}
</div>`;
}

function runHtml(run: ReportedRun, timezone: string, budget: Budget): Html {
	const time = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(run.at);
	const used = [run.requests > 0 ? counted(run.requests, 'request') : '', run.credits > 0 ? counted(run.credits, 'AI credit') : ''].filter(Boolean).join(', ');
	const shown = run.effects.slice(0, Math.max(0, Math.min(MOST_SHOWN, budget.left)));
	const more = run.effects.length - shown.length;
	return html`<div class="run">
<p><strong>${time}</strong> ${run.why} <span class="soft small">${run.trigger}${used ? ` · ${used}` : ''}${run.status === 'waiting' ? ' · still waiting' : ''}</span></p>
${run.nodes.length > 0 ? html`<p class="soft small">${run.nodes.map(({ node, items }) => `${node} (${items})`).join(' → ')}</p>` : nothing}
${run.failure ? html`<p class="failed">Failed at ${run.failure.node}: ${run.failure.message} ${run.failure.advice}</p>` : nothing}
${shown.map((effect) => sentHtml(effect, budget))}
${more > 0 ? html`<p class="soft small">and ${number.format(more)} more like these</p>` : nothing}
</div>`;
}

function dayHtml({ date, happened, runs }: ReportedDay, { timezone }: Report, budget: Budget): Html {
	const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(Date.parse(date));
	const effects = runs.reduce((sum, run) => sum + run.effects.length, 0);
	const failed = runs.filter(({ failure }) => failure !== null).length;
	const words = [counted(runs.length, 'run'), effects > 0 ? `${number.format(effects)} recorded` : '', failed > 0 ? `${failed} failed` : ''].filter(Boolean).join(', ');
	return html`<details><summary><strong>${day}</strong> <span class="soft">${words}</span></summary><div class="inside">
${happened.length > 0 ? html`<p class="soft small">In the account: ${happened.slice(0, MOST_SHOWN).join(', ')}</p>` : nothing}
${runs.slice(0, MOST_SHOWN).map((run) => runHtml(run, timezone, budget))}
${runs.length > MOST_SHOWN ? html`<p class="soft">and ${counted(runs.length - MOST_SHOWN, 'more run')}</p>` : nothing}
</div></details>`;
}

const level = ({ requests, refused }: Hour, limit: number): string =>
	refused > 0 ? 'over' : `l${Math.min(4, Math.max(1, Math.ceil((requests / Math.max(1, limit)) * 5)))}`;

function hoursHtml({ usage: { requests }, timezone }: Report): Html {
	if (requests.hours.length === 0) return nothing;
	const format = new Intl.DateTimeFormat('en', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' });
	const hourIn = (ms: number) => Number(format.format(ms));
	const dateOf = datesIn(timezone);
	const placed = new Map(requests.hours.map((hour) => [`${dateOf(hour.at)} ${hourIn(hour.at)}`, hour]));
	const dates = [...new Set(requests.hours.map(({ at }) => dateOf(at)))];
	const cell = (date: string, hour: number): Html => {
		const found = placed.get(`${date} ${hour}`);
		if (!found) return html`<i></i>`;
		const words = `${date} ${hour}:00: ${counted(found.requests, 'request')}${found.refused > 0 ? `, ${found.refused} refused` : ''}`;
		return html`<i class="${level(found, requests.limitPerHour)}" title="${words}"></i>`;
	};
	const hours = [...Array(24).keys()];
	return html`<h2>Requests by hour</h2>
<p class="soft small">The plan allows ${number.format(requests.limitPerHour)} an hour. Darker is nearer to it.<span class="key l2"></span>within the limit<span class="key over"></span>limit broken</p>
<div class="scroll"><div class="hours"><span></span>${hours.map((hour) => html`<span>${hour}</span>`)}
${dates.map((date) => html`<span>${new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(Date.parse(date))}</span>${hours.map((hour) => cell(date, hour))}`)}</div></div>`;
}

function creditsHtml({ usage: { credits } }: Report): Html {
	if (credits.workflow === 0) return nothing;
	const most = Math.max(...credits.days.map(({ count }) => count));
	const months = credits.months.map(({ name, count, application, before }) => html`<tr><td>${name}</td><td class="number">${count}</td><td class="number">${application}</td><td class="number">${before}</td><td class="number">${credits.limitPerMonth ?? 'unlimited'}</td></tr>`);
	return html`<h2>AI credits by day</h2>
<div class="bars">${credits.days.map(({ name, count }) => html`<i style="height:${Math.round((100 * count) / most)}%" title="${name}: ${count}"></i>`)}</div>
<p class="soft small">${credits.days[0]?.name} to ${credits.days.at(-1)?.name}, days with none left out. At most ${most} on one day${credits.limitPerDay === null ? '' : `; the plan stops at ${credits.limitPerDay} a day`}.</p>
<table><tr><th>Month</th><th class="number">This workflow</th><th class="number">Desktop app</th><th class="number">Before these days</th><th class="number">Plan</th></tr>${months}</table>`;
}

const nodesHtml = (heading: string, rows: readonly Counted[]): Html =>
	rows.length === 0 ? nothing : html`<h2>${heading}</h2><table>${rows.map(({ name, count }) => html`<tr><td>${name}</td><td class="number">${number.format(count)}</td></tr>`)}</table>`;

function figuresHtml(report: Report): Html {
	const { requests, credits } = report.usage;
	const busiest = busiestHour(report.usage);
	const figure = (value: string, label: string) => html`<div class="figure"><b>${value}</b><span class="soft small">${label}</span></div>`;
	return html`<div class="figures">
${figure(number.format(report.runs), 'runs')}
${figure(number.format(report.sent.reduce((sum, { count }) => sum + count, 0)), 'things it would have sent or written')}
${figure(number.format(credits.perMonth), `AI credits a month${credits.limitPerMonth === null ? '' : `, of ${credits.limitPerMonth}`}`)}
${figure(number.format(busiest ? busiest.requests + busiest.refused : 0), `requests in the busiest hour, of ${number.format(requests.limitPerHour)}`)}
</div>`;
}

/** A rehearsal as a single page: no script, no network, and nothing in it can act. */
export function htmlReport(report: Report): string {
	const { workflow, timezone, from, until } = report;
	const budget: Budget = { left: 600 };
	const day = (ms: number) => new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'long' }).format(ms);
	const active = report.calendar.filter(({ runs }) => runs.length > 0);
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(POLICY)}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rehearsal: ${workflow}</title>
<style>${raw(style)}</style>
</head>
<body><main>
<h1>${workflow}</h1>
<p class="soft">Rehearsed from ${day(from)} to ${day(until)}, times in ${timezone}. Nothing left this machine.</p>
<div class="verdict ${report.isFine ? '' : 'bad'}">${report.sentence}</div>
${report.problems.map(({ isFailure, what, advice }) => html`<div class="problem ${isFailure ? 'bad' : ''}"><strong>${what}.</strong>${advice ? html`<p>${advice}</p>` : nothing}</div>`)}
${figuresHtml(report)}
<p class="plans">${planWords(report.plans)}</p>
${active.length > 0 ? html`<h2>Day by day</h2>${active.map((one) => dayHtml(one, report, budget))}` : nothing}
${hoursHtml(report)}
${creditsHtml(report)}
${nodesHtml('AI credits by node', report.usage.credits.byNode)}
${nodesHtml('Requests by node', report.usage.requests.byNode)}
${report.notes.length > 0 ? html`<h2>What to know</h2><ul>${report.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
</main></body>
</html>
`;
	return String(page);
}
