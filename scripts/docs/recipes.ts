import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { anchorOf, table } from './marked.ts';

interface Recipe {
	readonly heading: string;
	/** The example workflow for n8n, by its file name without the extension. */
	readonly example: string;
	/** The example that does the same and loses or repeats nothing. */
	readonly robust?: string;
	/** The example flow in Node-RED, and the heading in the guide for Zapier. */
	readonly nodeRed?: string;
	readonly zapier?: string;
}

/** The most common jobs, each with its picture once `npm run pictures` has taken it. */
export const recipes: readonly Recipe[] = [
	{
		heading: 'A follow-up email after each call',
		example: 'follow-up-email',
		robust: 'follow-up-approval',
		nodeRed: 'Follow-up email',
		zapier: 'A draft of the follow-up email after each call',
	},
	{
		heading: 'Action items in a table',
		example: 'action-items-to-table',
		robust: 'action-items-to-table-robust',
		nodeRed: 'Action items',
	},
	{
		heading: 'Action items in a CRM',
		example: 'action-items-to-hubspot',
		robust: 'action-items-to-hubspot-robust',
		zapier: 'Action items into HubSpot, or a sheet',
	},
	{ heading: 'External meetings in HubSpot', example: 'meeting-to-hubspot' },
	{ heading: 'External meetings in Pipedrive', example: 'meeting-to-pipedrive' },
	{ heading: 'Tickets, with your approval', example: 'ticket-approval' },
	{ heading: 'A Slack alert for urgent action items', example: 'slack-alert', robust: 'never-miss-a-meeting', nodeRed: 'Slack alert' },
	{ heading: 'A briefing before the next meeting', example: 'meeting-briefing', nodeRed: 'Meeting briefing', zapier: 'A Slack alert before meetings' },
	{ heading: 'A weekly digest', example: 'weekly-digest', nodeRed: 'Weekly digest' },
	{ heading: 'Reminders of what is overdue', example: 'overdue-reminders' },
	{ heading: 'A folder of meeting notes', example: 'meeting-notes', robust: 'meeting-notes-robust', nodeRed: 'Meeting notes' },
	{ heading: 'An AI agent for your meetings', example: 'ai-agent', robust: 'ai-agent-robust' },
];

const Workflow = z.object({ name: z.string(), nodes: z.array(z.object({ type: z.string(), parameters: z.looseObject({ content: z.string().optional() }) })) });

/** The paragraphs of an example's note, without its heading. */
function noteOf(example: string): readonly string[] {
	const { nodes } = Workflow.parse(JSON.parse(readFileSync(`examples/${example}.json`, 'utf8')));
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote')?.parameters.content ?? '';
	return note.split('\n\n').slice(1);
}

/** What an example would do in a month, from the table in examples/README.md. */
function figuresOf(example: string): string {
	const [, rehearsed = ''] = readFileSync('examples/README.md', 'utf8').split('<!-- rehearsals -->');
	const row = rehearsed.split('\n').find((line) => line.startsWith(`| [${example}](`));
	const [, runs, sent, requests, busiest, credits] = row?.split(' | ') ?? [];
	if (!runs || !sent || !requests || !busiest || !credits) throw new Error(`examples/README.md has no figures for ${example}`);
	const figures = table(['Runs', 'Sent or written', 'Requests a day', 'In the busiest hour', 'AI credits'], [[runs, sent, requests, busiest, credits]]);
	return `In a [rehearsed month](../examples/README.md#what-each-would-do-in-a-month) with 16 meetings:\n\n${figures}`;
}

const linkTo = (example: string): string => `[${example}.json](../examples/${example}.json)`;

function sectionOf({ heading, example, robust, nodeRed, zapier }: Recipe): string {
	const picture = `images/canvas-${example}.webp`;
	const elsewhere = [
		...(nodeRed ? [`- **Node-RED**: the example flow “${nodeRed}” in the editor’s [import dialog](../packages/node-red/README.md#nodes).`] : []),
		...(zapier ? [`- **Zapier**: [${zapier}](../packages/zapier/README.md#${anchorOf(zapier)}).`] : []),
	];
	return [
		`## ${heading}`,
		...(existsSync(`docs/${picture}`) ? [`![The workflow ${example} on n8n’s canvas](${picture})`] : []),
		`Import ${linkTo(example)} into n8n.${robust ? ` Made robust: ${linkTo(robust)}.` : ''}`,
		...noteOf(example),
		figuresOf(example),
		...(elsewhere.length > 0 ? [elsewhere.join('\n')] : []),
	].join('\n\n');
}

/** The page of recipes, generated from the notes of the example workflows and their rehearsals. */
export const recipesPage = (): string => `# Recipes

The most common jobs, each as a small workflow to import: in n8n, open a new workflow, then choose ⋯ > *Import* > *From file*.
The texts are those of the notes on n8n’s canvas. Schedules, periods and due dates follow the [time zone](n8n.md#your-own-workflows) of the workflow. There are [more ready-made workflows](../examples/README.md).

${recipes.map(sectionOf).join('\n\n')}
`;
