import type { INode, INodeParameters } from 'n8n-workflow';
import { loadPackages } from '../../scripts/engine/index.ts';
import { workflowModule } from '../../scripts/engine/n8nModules.ts';
import { nodeTypesOf } from '../../scripts/engine/packages.ts';

const TYPE = 'n8n-nodes-meeting-assistant.meetingAssistantPollingTrigger';
const everyMinute = { item: [{ mode: 'everyMinute' }] };
const everyFiveMinutes = { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] };

/** The poll times as n8n opens them, or as it saves them. */
async function pollTimesOf(typeVersion: number, parameters: INodeParameters, { isSaving = false } = {}) {
	const { description } = nodeTypesOf(await loadPackages([process.cwd()])).getByNameAndVersion(TYPE, typeVersion);
	const node: INode = { id: '1', name: 'Meetings', type: TYPE, typeVersion, position: [0, 0], parameters };
	const { getNodeParameters } = workflowModule.NodeHelpers;
	return getNodeParameters(description.properties, parameters, !isSaving, false, node, description)?.['pollTimes'];
}

test('a new trigger polls every five minutes, and one that was saved before every minute', async () => {
	expect(await pollTimesOf(2, {})).toEqual(everyFiveMinutes);
	expect(await pollTimesOf(1, {})).toEqual(everyMinute);
});

test.each([everyMinute, everyFiveMinutes, { item: [{ mode: 'everyHour', minute: 7 }] }, { item: [] }])('%j is still there after saving', async (pollTimes) => {
	const saved = await pollTimesOf(2, { pollTimes }, { isSaving: true });
	expect(await pollTimesOf(2, saved === undefined ? {} : { pollTimes: saved })).toMatchObject(pollTimes);
});
