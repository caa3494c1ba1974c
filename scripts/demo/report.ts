import type { AddressObject } from 'mailparser';
import { lengthOf } from '../../sandbox/text.ts';
import { counted } from '../../src/words/index.ts';
import { bodyWidthOf, colorsOf, grid, section, table, wrapText, type Colors, type Look } from '../../packages/rehearsal/terminal.ts';
import type { DemoResult, Usage } from './demo.ts';

const milliseconds = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const count = new Intl.NumberFormat('en');

const lines = (...text: readonly string[]): string => text.join('\n');

const importedText = ({ imported: meeting, file }: DemoResult, { bold, dim }: Colors): string => {
	const { participants, notes } = meeting;
	const named = participants.join(participants.some((name) => name.includes(',')) ? '; ' : ', ');
	return lines(bold(meeting.title), `${lengthOf(meeting.seconds)}, ${counted(meeting.segmentCount, 'segment')}${named && `: ${named}`}`, dim(file), ...notes);
};

const nodeRunsTable = ({ nodeRuns }: DemoResult, colors: Colors): string =>
	table(
		[
			{ head: 'Node', width: 40 },
			{ head: 'Items', width: 6, align: 'right' },
			{ head: 'Milliseconds', width: 14, align: 'right' },
		],
		nodeRuns.map(({ node, items, milliseconds: ms }) => [node, count.format(items), milliseconds.format(ms)]),
		colors,
	);

function requestsText({ rateLimit, reportRequests }: Usage): string {
	if (!rateLimit) return 'Not reported by the service';
	const used = rateLimit.limit - rateLimit.remaining;
	const share = `${used - reportRequests} by the workflow, ${reportRequests} for this report`;
	return `${count.format(used)} of ${count.format(rateLimit.limit)} this hour: ${share}`;
}

function usageTable({ usage }: DemoResult, look: Look, { green, yellow }: Colors): string {
	const { credits, again } = usage;
	const limit = credits.limit === null ? '(unlimited)' : `of ${count.format(credits.limit)} this month`;
	const once = again.cached && again.credits === 0;
	return grid(
		[{ width: 12 }, { width: bodyWidthOf(look) - 14 }],
		[
			['Requests', requestsText(usage)],
			['AI credits', `${count.format(credits.used)} ${limit}`],
			[
				'Key points',
				once
					? green('Generated once. A second request returned the saved ones and used no AI credit.')
					: yellow(`A second request generated them again and used ${again.credits} AI ${again.credits === 1 ? 'credit' : 'credits'}.`),
			],
		],
	);
}

function actionItemsTable({ actionItems: items }: DemoResult, look: Look, colors: Colors): string {
	if (items.length === 0) return 'No action items in this meeting.';
	const paints = new Map([['high', colors.red], ['medium', colors.yellow], ['low', colors.dim]]);
	const paint = (priority: string) => paints.get(priority)?.(priority) ?? priority;
	return table(
		[
			{ head: 'Owner', width: 18 },
			{ head: 'Action item', width: bodyWidthOf(look) - 18 - 10 - 8 - 6 },
			{ head: 'Due', width: 10 },
			{ head: 'Priority', width: 8 },
		],
		items.map(({ owner, item, dueDate, priority }) => [owner ?? '', item, dueDate?.slice(0, 10) ?? '', paint(priority ?? '')]),
		colors,
	);
}

const addresses = (field: AddressObject | AddressObject[] | undefined): string =>
	[field ?? []].flat().map(({ text }) => text).join(', ');

const mailText = ({ mail: received }: DemoResult, look: Look, { bold, dim }: Colors): string => {
	const width = bodyWidthOf(look);
	const headers = [
		['From', addresses(received.from)],
		['To', addresses(received.to)],
		['Subject', bold(received.subject ?? '')],
		['Date', received.date?.toUTCString() ?? ''],
	];
	const body = wrapText((received.text ?? '').trimEnd(), width);
	return lines(grid([{ width: 8 }, { width: width - 10 }], headers), dim('─'.repeat(width)), body);
};

/** The result of the demo, as text for a terminal. */
export function report(result: DemoResult, look: Look): string {
	const colors = colorsOf(look);
	return lines(
		'',
		section('Imported meeting', importedText(result, colors), colors),
		section(`Workflow run in n8n’s own engine: ${result.workflow}`, nodeRunsTable(result, colors), colors),
		section('Usage', usageTable(result, look, colors), colors),
		section('Action items', actionItemsTable(result, look, colors), colors),
		section('Email received by the mail server', mailText(result, look, colors), colors),
		colors.green(`✔ From recording to mailbox in ${result.seconds.toFixed(1)} seconds`),
		'',
		`What would it do in a month? ${colors.bold(`npm run rehearse -- ${result.workflow}`)}`,
	);
}
