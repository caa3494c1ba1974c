import type { AddressObject } from 'mailparser';
import type { Shown, Usage } from './demo.ts';
import { WORKFLOW } from './arguments.ts';
import { coloursOf, grid, roomOf, section, table, wrapped, type Colours, type Look } from '../terminal.ts';

const milliseconds = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const count = new Intl.NumberFormat('en');

const lines = (...text: readonly string[]): string => text.join('\n');

const imported = ({ imported: meeting, file }: Shown, { bold, dim }: Colours): string =>
	lines(
		bold(meeting.title),
		`${count.format(meeting.minutes)} minutes, ${count.format(meeting.segmentCount)} segments: ${meeting.participants.join(', ')}`,
		dim(file),
	);

const ran = (shown: Shown, colours: Colours): string =>
	table(
		[
			{ head: 'Node', width: 40 },
			{ head: 'Items', width: 6, align: 'right' },
			{ head: 'Milliseconds', width: 14, align: 'right' },
		],
		shown.ran.map(({ node, items, milliseconds: ms }) => [node, count.format(items), milliseconds.format(ms)]),
		colours,
	);

function requests({ rateLimit, lookingBack }: Usage): string {
	if (!rateLimit) return 'The service did not say';
	const used = rateLimit.limit - rateLimit.remaining;
	return `${count.format(used)} of ${count.format(rateLimit.limit)} this hour: ${used - lookingBack} by the workflow, ${lookingBack} to write this report`;
}

function used({ usage }: Shown, look: Look, { green, yellow }: Colours): string {
	const { credits, again } = usage;
	const limit = credits.limit === null ? 'without a limit' : `of ${count.format(credits.limit)} this month`;
	const once = again.cached && again.credits === 0;
	return grid(
		[{ width: 12 }, { width: roomOf(look) - 14 }],
		[
			['Requests', requests(usage)],
			['AI credits', `${count.format(credits.used)} ${limit}`],
			[
				'Key points',
				once
					? green('Made once. Asked for again: the saved ones came, and no credit was used.')
					: yellow(`Asked for again: made anew, and ${again.credits} credit was used.`),
			],
		],
	);
}

function actionItems({ actionItems: items }: Shown, look: Look, colours: Colours): string {
	if (items.length === 0) return 'No action items were found in this meeting.';
	const paint = { high: colours.red, medium: colours.yellow, low: colours.dim };
	return table(
		[
			{ head: 'Who', width: 18 },
			{ head: 'What', width: roomOf(look) - 18 - 8 - 4 },
			{ head: 'Priority', width: 8 },
		],
		items.map(({ owner, item, priority }) => [owner, item, paint[priority](priority)]),
		colours,
	);
}

const addresses = (field: AddressObject | AddressObject[] | undefined): string =>
	[field ?? []].flat().map(({ text }) => text).join(', ');

const mail = ({ mail: received }: Shown, look: Look, { bold, dim }: Colours): string => {
	const width = roomOf(look);
	const headers = [
		['From', addresses(received.from)],
		['To', addresses(received.to)],
		['Subject', bold(received.subject ?? '')],
		['Date', received.date?.toUTCString() ?? ''],
	];
	const body = wrapped((received.text ?? '').trimEnd(), width);
	return lines(grid([{ width: 8 }, { width: width - 10 }], headers), dim('─'.repeat(width)), body);
};

/** Everything the demo has to show, as text for a terminal. */
export function report(shown: Shown, look: Look): string {
	const colours = coloursOf(look);
	return lines(
		'',
		section('Imported', imported(shown, colours), colours),
		section(`Ran in n8n’s own engine: ${WORKFLOW}`, ran(shown, colours), colours),
		section('Used', used(shown, look, colours), colours),
		section('Action items', actionItems(shown, look, colours), colours),
		section('The e-mail, as the mail server received it', mail(shown, look, colours), colours),
		colours.green(`✔ From the recording to the mailbox in ${shown.seconds.toFixed(1)} seconds`),
	);
}
