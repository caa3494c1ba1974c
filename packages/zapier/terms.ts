import type { EventName } from '../../src/api/index.ts';
import { events } from '../../src/triggers/index.ts';
import { catalogue, onlyReads, type Operation } from '../../src/operations/index.ts';
import { type Terms, textIn } from '../../src/forms/index.ts';

const SMALL = new Set(['a', 'after', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

const titleCase = (text: string): string =>
	text.replace(/\S+/g, (word, at: number) => (at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)));

/** Labels for searches whose own names do not say what they find. */
const searchLabels: Readonly<Record<string, string>> = {
	prepareForMeeting: 'Find Meeting Briefing',
	searchTranscripts: 'Find Transcript Passages',
	sync: 'Find Changed Action Items',
};

/** The label for reading one conversation, as opposed to many. */
const ONE_CONVERSATION = 'Get Conversation';

/** The name of an operation in the list of actions. Zapier’s searches are called “Find …”. */
export function actionLabel(operation: Operation): string {
	const label = titleCase(textIn(operation.action, terms));
	if (!onlyReads(operation)) return label;
	return searchLabels[operation.id] ?? `${label.replace(/^(?:Get|List) /, 'Find ')}${label === ONE_CONVERSATION ? ' by ID' : ''}`;
}

/** The polling trigger, for events that also have an instant one. */
export const pollingLabel = (event: EventName): string => `${events[event].label} (Polling)`;

/** What Zapier’s own interface calls things. */
export const terms: Terms = {
	platform: 'Zapier',
	step: 'step',
	flow: 'Zap',
	timezone: 'the Zap’s time zone',
	account: 'connected account',
	list: { name: 'Find', verb: 'Find' },
	operation: (resource, name) => {
		const { operations = [] } = catalogue.find((one) => one.name === resource) ?? {};
		const found = operations.find((one) => textIn(one.name, terms) === name);
		return `“${found ? actionLabel(found) : `${name} ${resource}`}”`;
	},
	runLimits: '',
	allowHttp: '',
	instantTrigger: 'instant trigger',
	pollingTrigger: 'polling trigger',
};
