import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CREDENTIAL } from './support/startWorld.ts';
import { world } from './support/world.ts';

const { n8n, printedAtStart } = world;

const PACKAGE = 'n8n-nodes-meeting-assistant';

suite('The packed package in a fresh n8n', () => {
	test('adds its nodes, one of them also as a tool for agents', async () => {
		const names = (await n8n.nodeTypes()).map(({ name }) => name).filter((name) => name.startsWith(`${PACKAGE}.`));
		assert.deepEqual(names.sort(), [
			`${PACKAGE}.meetingAssistant`,
			`${PACKAGE}.meetingAssistantPollingTrigger`,
			`${PACKAGE}.meetingAssistantTool`,
			`${PACKAGE}.meetingAssistantTrigger`,
		]);
	});

	test('adds its credential', async () => {
		assert.ok((await n8n.credentialTypes()).some(({ name }) => name === CREDENTIAL));
	});

	test('loads without warnings from n8n', () => {
		assert.match(printedAtStart, /n8n ready/);
		assert.deepEqual(
			printedAtStart.split('\n').filter((line) => line.includes(PACKAGE)),
			[],
		);
	});
});
