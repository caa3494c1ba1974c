import type { INodeProperties } from 'n8n-workflow';

interface Cost {
	/** What the fields that may have to be looked up cost, as a sentence to add. */
	readonly lookUp?: (missing: string) => string;
}

const nothing = (): string => '';

/** Conditions an event has to meet to start the workflow. */
export const filterProperties = ({ lookUp = nothing }: Cost = {}): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'An event that does not say what a filter asks for passes, so that none is lost',
	options: [
		{
			displayName: 'Minimum Action Items',
			name: 'minimumActionItems',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1,
			description: 'For “Action Items Ready”, and for every event with key points included',
		},
		{
			displayName: 'Minimum Score',
			name: 'minimumScore',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 1 },
			default: 5,
			description: 'Overall score from 0 to 10, for “Feedback Ready” and for every event with feedback included',
		},
		{
			displayName: 'Minimum Segments',
			name: 'minimumSegments',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description: `Stretches of speech in the transcript, to leave out calls that hardly began${lookUp('it')}`,
		},
		{
			displayName: 'Owner Contains',
			name: 'ownerContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nora',
			description:
				'Only action items of people whose name contains this, where each comes as an item of its own. Those of nobody come too.',
		},
		{
			displayName: 'Title Contains',
			name: 'titleContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. weekly * Acme',
			description: `Upper and lower case are the same, and * stands for any text${lookUp('the title')}`,
		},
	],
});
