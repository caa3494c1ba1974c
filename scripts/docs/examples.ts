import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IPinData } from 'n8n-workflow';
import { table, withMarked } from './marked.ts';
import { readWorkflow } from '../../packages/rehearsal/workflow.ts';
import { openMonth } from '../../packages/rehearsal/account/month.ts';
import { rehearseHere } from '../../packages/rehearsal/here.ts';
import type { Report } from '../../packages/rehearsal/report/report.ts';
import { busiestHour } from '../../packages/rehearsal/report/usage.ts';
import { capitalized } from '../../src/words/index.ts';

const DAY_MS = 86_400_000;
const FOLDER = 'examples';

/** The page with the figures of every example. */
export const EXAMPLES_PAGE = join(FOLDER, 'README.md');

/** Fixed, so that the figures are the same whenever they are made. */
export const UNTIL = Date.parse('2026-11-20T17:00:00Z');
const FROM = UNTIL - 30 * DAY_MS;

const QUESTION: IPinData = { 'When chat message received': [{ json: { chatInput: 'What did we promise Harbour Bakery?', sessionId: '1' } }] };

/** Data for nodes that a rehearsal cannot run, such as what a CRM answers. */
const PINNED: Readonly<Record<string, IPinData>> = {
	'ai-agent': QUESTION,
	'ai-agent-robust': QUESTION,
	'meeting-to-hubspot': {
		'Find Contacts': [{ json: { total: 1, results: [{ id: '101', properties: { email: 'marcus.bell@fairway.example', associatedcompanyid: '7' } }] } }],
		'Find Open Deals': [{ json: { total: 1, results: [{ id: '501', properties: { dealname: 'Pilot' } }] } }],
		'Add Note': [{ json: { id: '9001' } }],
	},
	'meeting-to-pipedrive': {
		'Find Person': [{ json: { data: { items: [{ item: { id: 11, organization: { id: 7 } } }] } } }],
		'Find Open Deals': [{ json: { data: [{ id: 501 }] } }],
		'Add Note': [{ json: { id: 9001 } }],
	},
	'ticket-approval': {
		Propose: [{ json: { ok: true, channel: 'C0123ABCD', message: { ts: '1700000000.000100' } } }],
		Ask: [{ json: { data: { approved: true } } }],
	},
};

export interface RehearsedExample {
	readonly key: string;
	readonly report: Report;
}

/** Rehearses every example on the sample month. */
export async function rehearseExamples(onExample: (key: string) => void): Promise<RehearsedExample[]> {
	const month = await openMonth(null, UNTIL, null);
	const found: RehearsedExample[] = [];
	const keys = readdirSync(FOLDER).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -'.json'.length) : []));
	for (const key of keys.toSorted()) {
		onExample(key);
		const read = readWorkflow(join(FOLDER, `${key}.json`));
		const file = { ...read, pinData: PINNED[key] ?? {} };
		found.push({ key, report: await rehearseHere({ file, month, from: FROM, until: UNTIL }) });
	}
	return found;
}

const verdictOf = ({ isFine, problems }: Report): string => (isFine ? 'Fine' : problems.filter(({ isFailure }) => isFailure).map(({ what }) => what).join('. '));

const planOf = ({ plans }: Report): string => capitalized(plans.find(({ lacks }) => lacks.length === 0)?.plan ?? '–');

/** The page of examples with the figures of their rehearsals. */
export function withFigures(page: string, examples: readonly RehearsedExample[]): string {
	const rows = examples.map(({ key, report }) => {
		const { usage, runs, sent } = report;
		const busiest = busiestHour(usage);
		const made = sent.map(({ name, count }) => `${name} ${count}`).join(', ');
		return [`[${key}](${key}.json)`, String(runs), made || '–', String(usage.requests.perDay), String(busiest ? busiest.requests + busiest.refused : 0), String(usage.credits.perMonth), planOf(report), verdictOf(report)];
	});
	return withMarked(page, 'rehearsals', table(['Workflow', 'Runs', 'Would have sent or written', 'Requests a day', 'In the busiest hour', 'AI credits a month', 'Smallest plan', 'Result'], rows));
}

/** The page of examples as committed. */
export const examplesPage = (): string => readFileSync(EXAMPLES_PAGE, 'utf8');
