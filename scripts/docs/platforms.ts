import { DEFAULT_PATIENCE_SECONDS, MAX_PATIENCE_SECONDS } from '../../credentials/settings.ts';
import { terms } from '../../nodes/shared/terms.ts';
import { NO_TOOLS, pageFields, type OperationTool, toolName, tools } from '../../src/agents/index.ts';
import { LEFT_OUT as nodeRedLeavesOut, limitFields, listFields } from '../../packages/node-red/operation.ts';
import { pollForm } from '../../packages/node-red/polling.ts';
import { limit as zapierLimit } from '../../packages/zapier/form.ts';
import { MAX_REQUESTS } from '../../packages/zapier/run.ts';
import { snake } from '../../packages/zapier/outputs.ts';
import { GENERATING_MS, PATIENCE_MS } from '../../packages/zapier/run.ts';
import { actionLabel } from '../../packages/zapier/terms.ts';
import { triggers } from '../../packages/zapier/triggers.ts';
import { eventNames } from '../../src/api/index.ts';
import { DEFAULT_PATIENCE_MS, MAX_PATIENCE_MS } from '../../src/client/index.ts';
import { events, instantTrigger, polledChoices, polledNames, pollingTrigger, STARTING_SOON } from '../../src/triggers/index.ts';
import { type Field, type Fields, type NumberSpec, textIn } from '../../src/forms/index.ts';
import { allFields, catalogue, creditsOf } from '../../src/operations/index.ts';
import { table, withMarked } from './marked.ts';

const code = (text: string): string => `\`${text}\``;

/** The name of an operation's tool. An operation that generates a result belongs to the tool that gets it. */
function toolOf(resource: string, operation: string): string {
	const name = toolName(resource, operation);
	if (NO_TOOLS.has(name)) return 'no';
	return operation === 'generate' ? `${code(toolName(resource, 'get'))} with ${code('generate')}` : code(name);
}

const operationRows = catalogue.flatMap(({ id, name, operations }) =>
	operations.map((operation) => [
		`${name}: ${textIn(operation.name, terms)}`,
		actionLabel(operation),
		code(`${id}.${operation.id}`),
		toolOf(id, operation.id),
		creditsOf(operation),
	]),
);

/** The events that people can choose in a form. */
function chosenIn(fields: Fields): ReadonlySet<string> {
	const { events: field } = fields;
	return new Set(field?.kind === 'choices' ? field.choices.map(({ value }) => String(value)) : []);
}

/** In Zapier, each event is a trigger of its own. */
function zapierEvents(type: 'hook' | 'polling'): ReadonlySet<string> {
	const key = (name: string): string => snake(name) + (type === 'polling' && name !== STARTING_SOON ? '_polling' : '');
	return new Set([...eventNames, STARTING_SOON].filter((name) => triggers[key(name)]?.operation.type === type));
}

/** Which events start a flow, in n8n, Zapier, Node-RED and the client. */
const forms: readonly { readonly instant: ReadonlySet<string>; readonly polling: ReadonlySet<string> }[] = [
	{ instant: chosenIn(instantTrigger.fields), polling: chosenIn(pollingTrigger.fields) },
	{ instant: zapierEvents('hook'), polling: zapierEvents('polling') },
	{ instant: chosenIn(instantTrigger.fields), polling: chosenIn(pollForm.fields) },
	{ instant: new Set(eventNames), polling: new Set([...polledNames, STARTING_SOON]) },
];

const startingSoon = polledChoices.find(({ value }) => value === STARTING_SOON)?.label ?? '';

const eventRows = [...eventNames.map((name) => [name, events[name].label] as const), [STARTING_SOON, startingSoon] as const].map(([name, label]) => [
	label,
	code(name),
	...forms.map(({ instant, polling }) => [instant.has(name) && 'instant', polling.has(name) && 'polling'].filter(Boolean).join(', ') || 'no'),
]);

const number = (field: Field | undefined): NumberSpec => (field?.kind === 'number' ? field : { label: '' });
const fieldNamed = (name: string): Field | undefined =>
	catalogue.flatMap(({ operations }) => operations).flatMap((operation) => Object.entries(allFields(operation))).find(([input]) => input === name)?.[1];

const seconds = (ms: number): number => ms / 1000;
const { default: nodeRedPatience, max: nodeRedMaxPatience } = number(limitFields.patienceSeconds);
const wait = `up to ${number(fieldNamed('waitSeconds')).max} seconds`;
type Row = readonly [what: string, n8n: string, zapier: string, nodeRed: string, client: string, mcp: string];

/** Differences between platforms, although they share the catalogue. */
const differences: Readonly<Record<string, readonly Row[]>> = {
	'Accounts and forms': [
		['API key', 'credential, encrypted by n8n', 'connected account, stored by Zapier', 'account node, encrypted by Node-RED', 'option or environment variable', 'environment variable'],
		['Testing the account', 'when the credential is saved', 'when the account is connected', '*Test* in the account node', '`client.user.profile()`', 'the first call says what is wrong'],
		['Choosing a conversation or contact', 'list with search, or by ID', 'menu, or a mapped ID', 'suggestions while typing, or by ID', 'by ID', 'by ID'],
		['Values from earlier steps', 'expressions', 'mapped fields', 'message, context, environment variable, JSONata', 'arguments', 'arguments'],
		['Output known before the first run', 'output schema of each operation', 'sample of each step', 'help, and paths while typing', 'types of each endpoint', 'no'],
		['Sample events while building', 'right away, or the next real event', 'of the newest conversation', 'no', 'no', 'no triggers'],
		['Time zone', 'of the workflow', 'of the Zap', 'of the machine, or of the [profile](#time-zone)', '`timezone`, or as in Node-RED', '`--time-zone`, or as in Node-RED'],
	],
	'Limits and costs': [
		['Results of a list', '50, or *Return All*', `${zapierLimit.default}, at most ${zapierLimit.max}`, `${number(listFields.limit).initial}, or all if empty`, 'all, or `limit`', `${number(pageFields.limit).default}, or \`limit\``],
		['Requests per run', 'option', `at most ${MAX_REQUESTS}`, 'option', '`maxRequests`', '`--max-requests`'],
		['Requests and AI credits to reserve', 'options', 'no', 'options', '`reserveRequests`, `reserveCredits`', '`--reserve-requests`, `--reserve-credits`'],
		[
			'Waiting for the hourly limit',
			`${DEFAULT_PATIENCE_SECONDS} seconds, up to ${MAX_PATIENCE_SECONDS}`,
			`${seconds(PATIENCE_MS)} seconds; later, Zapier runs the step again`,
			`${nodeRedPatience} seconds, up to ${nodeRedMaxPatience}`,
			`${seconds(DEFAULT_PATIENCE_MS)} seconds, up to ${seconds(MAX_PATIENCE_MS)}`,
			'never: the error says when it resets',
		],
		['Waiting until a result is ready', wait, `what a step asked the AI for: up to ${GENERATING_MS / 60_000} minutes`, nodeRedLeavesOut.includes('waitSeconds') ? 'no' : wait, wait, 'no'],
		['Stopping a run', 'stop the execution', 'no', 'deploy', '`signal`', 'cancel the call'],
		['Progress of long jobs', 'no', 'no', 'no', '`onAnswer`', 'a notification for each request'],
		['Deleting', 'at once', 'at once', 'at once', 'at once', 'once the person agrees'],
	],
	'Results and errors': [
		['Several results', 'one item each', 'line items of one result', 'an array, or one message each', 'one by one', 'a list'],
		['Default output of transcripts and key points', 'object', 'object', 'object', 'object', 'plain text, Markdown'],
		['Texts as files', 'binary data', 'files in the output', nodeRedLeavesOut.includes('asFile') ? 'no, text in the payload' : 'yes', '`file` of a result', 'no, but transcripts are resources'],
		['What was left out, and why', 'hint at the node', '`note`', '`msg.hints`', '`onHint`', '`notes`'],
		['An ID that does not exist', 'error', 'a search finds nothing', 'error', 'error', 'error'],
		['Details of an error', '`details` on the error output', 'in its words only', '`msg.error.cause`', '`error.problem`', '`_meta.details`'],
		['AI agents', 'the node is a tool, with shorter results', 'no', 'no', '`createTools`: the tools of MCP, for any framework', 'made for them'],
	],
	Triggers: [
		['Instant triggers', 'registered when the workflow is published', 'registered when the Zap is turned on', 'registered when the flow is deployed', 'handlers for Node, Express, Hono and Fetch', 'no'],
		['Webhooks of the plan', 'one for each published trigger', 'one for each Zap', 'one for each account', 'as many as you register', 'no'],
		['Polling triggers', 'on the schedule of the node', 'as often as the Zapier plan allows', 'at an interval', 'whenever you call `poll`', 'no'],
		['What is remembered', 'in the workflow’s static data', 'in Zapier', 'in files, one for each poll node and account', 'in a store of your choice', 'nothing'],
		['A delivery that arrives twice', 'dropped', 'dropped', 'dropped', 'dropped', 'no triggers'],
		['Key of an event, instant or polled', '`dedupeKey`', '`id`', '`msg.dedupeKey`', '`dedupeKey`', 'no triggers'],
		['An event whose run was interrupted', 'again, with *Retry Interrupted Executions*', 'replayed in Zapier', 'again, with *Keep Until Confirmed*', 'again at the next poll', 'no triggers'],
	],
};

const differenceTables = Object.entries(differences)
	.map(([title, rows]) => `### ${title}\n\n${table(['', 'n8n', 'Zapier', 'Node-RED', 'Client', 'MCP'], rows)}`)
	.join('\n\n');

/** What each platform is for. */
const choices: readonly (readonly string[])[] = [
	['[n8n](n8n.md)', 'Workflows without code, on your own n8n: every operation, both triggers, files, and limits that you set', 'An n8n that accepts community nodes'],
	['[Node-RED](../packages/node-red/README.md)', 'Flows beside your devices and services: the same nodes, with one webhook per account', 'A Node-RED of your own'],
	['[Zapier](../packages/zapier/README.md)', 'Zaps with thousands of other apps, hosted by Zapier', 'A Zapier account, where you put the integration'],
	['[AI agents (MCP)](../packages/mcp/README.md)', 'Questions in Claude, ChatGPT, Cursor and others; a person agrees before anything changes', 'A host that speaks MCP'],
	['[Client](../packages/client/README.md)', 'Programs and agents in Node, Bun, Deno, workers and browsers; a [command line](../packages/client/README.md#command-line)', 'TypeScript or JavaScript, or a terminal'],
];

export const platformsPage = (): string => `# Platforms

All platforms have the same operations and events and return the same results, with two exceptions: AI agents have no triggers and lack the few operations they have no use for, and Zapier
does not offer webhook steps, deleting and *Test Delivery* in new Zaps. Choose by where you want to build:

${table(['Platform', 'For', 'You need'], choices)}

The rest of this page says where they [differ](#differences), and what each [operation](#operations) and [event](#events) is called there. A test compares the results of every operation on all
of them (\`test/sameResults\`).

## Differences

${differenceTables}

### Time zone

A container’s clock is often in UTC because nobody has chosen a zone. Where that is so (the environment variable \`TZ\` is not set), operations use the time zone of
your profile, and so do triggers for the due dates of action items. This takes one request per process.

## Operations

${table(['n8n and Node-RED', 'Zapier', 'Client (`run`)', 'MCP tool', 'AI credits'], operationRows)}

## Events

MCP has no triggers: an agent asks when it needs to know.

${table(['Event', 'Name', 'n8n', 'Zapier', 'Node-RED', 'Client'], eventRows)}
`;

/** What a tool changes, as its hints tell hosts. */
function changesOf({ tool: { annotations }, generating }: OperationTool): string {
	if (annotations.readOnlyHint) return 'no';
	if (!annotations.destructiveHint) return 'no, but spends a credit';
	return generating ? 'a saved result, if it generates anew' : 'yes';
}

const toolRows = [...tools.values()].map((one) => {
	const { tool, operation, generating, toolset } = one;
	return [code(tool.name), toolset, tool.title ?? '', changesOf(one), generating ? '1 to generate' : creditsOf(operation)];
});

/** The README of the MCP server with its table of tools updated. */
export const withToolsTable = (markdown: string): string =>
	withMarked(markdown, 'tools', table(['Tool', 'Toolset', 'What it does', 'Changes anything', 'AI credits'], toolRows));
