import type { INode, INodeParameters, TriggerTime } from 'n8n-workflow';
import * as z from 'zod/v4';
import { loadPackages } from '../../../packages/rehearsal/engine/index.ts';
import { workflowModule } from '../../../packages/rehearsal/engine/n8nModules.ts';
import { nodeTypesOf } from '../../../packages/rehearsal/engine/packages.ts';

const TYPES = ['meetingAssistantPollingTrigger', 'meetingAssistantTrigger'] as const;
const PollTimes = z.object({ item: z.array(z.custom<TriggerTime>()) });
const everyMinute = { item: [{ mode: 'everyMinute' }] };
const everyFiveMinutes = { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] };

const nodeType = async (type: string) => nodeTypesOf(await loadPackages([process.cwd()])).getByNameAndVersion(`n8n-nodes-meeting-assistant.${type}`, 1);

/** The poll times as n8n opens them, or as it saves them. */
async function pollTimesOf(parameters: INodeParameters, { isSaving = false, type = TYPES[0] }: { readonly isSaving?: boolean; readonly type?: (typeof TYPES)[number] } = {}) {
	const { description } = await nodeType(type);
	const node: INode = { id: '1', name: 'Meetings', type: description.name, typeVersion: 1, position: [0, 0], parameters };
	const { getNodeParameters } = workflowModule.NodeHelpers;
	return z.custom<INodeParameters>().parse(getNodeParameters(description.properties, parameters, !isSaving, false, node, description))['pollTimes'];
}

test('a new trigger polls every five minutes', async () => {
	expect(await pollTimesOf({})).toEqual(everyFiveMinutes);
});

test.each([everyMinute, everyFiveMinutes, { item: [{ mode: 'everyHour', minute: 7 }] }, { item: [] }])('%j is still there after saving', async (pollTimes) => {
	const saved = await pollTimesOf({ pollTimes }, { isSaving: true });
	expect(await pollTimesOf(saved === undefined ? {} : { pollTimes: saved })).toMatchObject(pollTimes);
});

test.each([
	[{ mode: 'everyHour' }, /^\d+ 0 \* \* \* \*$/],
	[{ mode: 'everyHour', value: 5, unit: 'minutes' }, /^\d+ 0 \* \* \* \*$/],
	[{ mode: 'everyDay', hour: 9 }, /^\d+ 0 9 \* \* \*$/],
	[{ hour: 9 }, /^\d+ 0 9 \* \* \*$/],
	[{}, /^\d+ 0 14 \* \* \*$/],
	[{ mode: 'everyWeek' }, /^\d+ 0 14 \* \* 1$/],
	[{ mode: 'everyMonth', dayOfMonth: 3 }, /^\d+ 0 14 3 \* \*$/],
	[{ mode: 'everyX', value: 3 }, /^\d+ \d+ \*\/3 \* \* \*$/],
	[{ mode: 'everyX', unit: 'minutes' }, /^\d+ \*\/2 \* \* \* \*$/],
	[{ mode: 'everyMinute' }, /^\d+ \* \* \* \* \*$/],
	[{ mode: 'custom', cronExpression: '0 30 7 * * 1-5' }, /^0 30 7 \* \* 1-5$/],
])('%j, which n8n saves without its defaults, is a time to poll', async (item, expected) => {
	for (const type of TYPES) {
		const opened = await pollTimesOf({ pollTimes: { item: [item] } }, { type });
		const saved = await pollTimesOf({ pollTimes: opened }, { type, isSaving: true });
		for (const times of [opened, await pollTimesOf({ pollTimes: saved }, { type })]) {
			expect(PollTimes.parse(times).item.map(workflowModule.toCronExpression)).toEqual([expect.stringMatching(expected)]);
		}
	}
});

test('n8n’s editor shows only its own field', async () => {
	const { properties } = (await nodeType(TYPES[0])).description;
	expect(properties[0]?.displayOptions).toBeUndefined();
	expect(properties.at(-1)).toMatchObject({ name: 'pollTimes', displayOptions: { showOnDeployment: 'cloud', hideOnCloud: true } });
});
