import type { INode, INodeParameters } from 'n8n-workflow';
import { loadPackages } from '../../../packages/rehearsal/engine/index.ts';
import { workflowModule } from '../../../packages/rehearsal/engine/n8nModules.ts';
import { nodeTypesOf } from '../../../packages/rehearsal/engine/packages.ts';

const TYPE = 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger';
const everyMinute = { item: [{ mode: 'everyMinute' }] };
const everyFiveMinutes = { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] };

/** The poll times as n8n opens them, or as it saves them. */
async function pollTimesOf(parameters: INodeParameters, { isSaving = false } = {}) {
	const { description } = nodeTypesOf(await loadPackages([process.cwd()])).getByNameAndVersion(TYPE, 1);
	const node: INode = { id: '1', name: 'Meetings', type: TYPE, typeVersion: 1, position: [0, 0], parameters };
	const { getNodeParameters } = workflowModule.NodeHelpers;
	return getNodeParameters(description.properties, parameters, !isSaving, false, node, description)?.['pollTimes'];
}

test('a new trigger polls every five minutes', async () => {
	expect(await pollTimesOf({})).toEqual(everyFiveMinutes);
});

test.each([everyMinute, everyFiveMinutes, { item: [{ mode: 'everyHour', minute: 7 }] }, { item: [] }])('%j is still there after saving', async (pollTimes) => {
	const saved = await pollTimesOf({ pollTimes }, { isSaving: true });
	expect(await pollTimesOf(saved === undefined ? {} : { pollTimes: saved })).toMatchObject(pollTimes);
});
