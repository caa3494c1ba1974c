import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { z } from 'zod/v4';
import { connect } from '../../packages/client/index.ts';
import { controls } from '../../sandbox/control/index.ts';
import type { FlowNode } from '../../scripts/node-red/host.ts';
import { PACKAGE } from '../../scripts/node-red/install.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const Example = z.array(z.looseObject({ id: z.string(), type: z.string() }));
const read = (name: string): FlowNode[] => Example.parse(JSON.parse(readFileSync(join(PACKAGE, `examples/${name}.json`), 'utf8')));
/** The same node with its folder inside another one, as a person enters it. */
const inFolderOf = (node: FlowNode, folder: string): FlowNode => {
	const rules = z.array(z.looseObject({ p: z.string(), to: z.string() })).parse(node['rules']);
	return { ...node, rules: rules.map((rule) => (rule.p === 'folder' ? { ...rule, to: join(folder, rule.to) } : rule)) };
};
const names = globSync('*.json', { cwd: join(PACKAGE, 'examples') }).map((file) => file.replace(/\.json$/, ''));

suite('Example flows in Node-RED', () => {
	let world: World;

	before(async () => {
		world = await startNodeRedWorld();
	});
	after(() => world.stop());

	/** Deploys an example like a person would, with an account. Results that are shown or sent to other places go to the sink instead. */
	const deploy = async (name: string): Promise<FlowNode[]> => {
		world.sink.received.length = 0;
		const toSink = { type: 'http request', method: 'POST', ret: 'txt', url: world.sink.url };
		const flow = read(name).map((node): FlowNode => {
			if (node.type.startsWith('meeting-assistant')) return { ...node, account: world.account.id };
			if (node.type === 'http request' || (node.type === 'debug' && node['complete'] === 'payload')) return { ...node, ...toSink };
			return node.type === 'file' || node.type === 'file in' ? { ...node, ...(node['filenameType'] === 'str' && { filename: join(world.userFolder, 'action-items.csv') }) } : node;
		});
		const inFolder = flow.map((node): FlowNode => (node['name'] === 'Which note' ? inFolderOf(node, world.userFolder) : node));
		await world.red().deploy([world.account, ...inFolder], 'full');
		return flow;
	};

	test('each is made of nodes that a new Node-RED has, and shows in its import dialog', async () => {
		assert.deepEqual(names.toSorted(), ['Action items', 'Follow-up email', 'Meeting briefing', 'Meeting notes', 'Never miss a meeting', 'Slack alert', 'Weekly digest']);
		const shown = await (await fetch(`${world.red().url}/library/examples/flows/@meeting-assistant/node-red-meeting-assistant`)).text();
		for (const name of names) assert.ok(shown.includes(name), `${name} in ${shown}`);
		for (const name of names) {
			const log = readFileSync(world.log, 'utf8').length;
			await deploy(name);
			await until('started flows', () => /Started flows/.test(readFileSync(world.log, 'utf8').slice(log)));
			assert.doesNotMatch(readFileSync(world.log, 'utf8').slice(log), /missing node types|Unrecognised|unknown/i);
		}
	});

	test('none brings an account, whose ID everybody would know', () => {
		for (const node of names.flatMap(read)) {
			assert.notEqual(node.type, 'meeting-assistant-account');
			if (node.type.startsWith('meeting-assistant')) assert.equal(node['account'], '');
		}
	});

	test('Weekly digest makes an email of last week', async () => {
		const flow = await deploy('Weekly digest');
		const start = flow.find(({ type }) => type === 'inject');
		await until('the button', async () => (await fetch(`${world.red().url}/inject/${start?.id}`, { method: 'POST' })).ok);
		assert.match(String(await until('a digest', () => world.sink.received[0])), /<h2|<h1/);
	});

	test('Meeting briefing makes an email of who is met, before a meeting with guests', async () => {
		const [user] = await world.sandbox.perform(controls.users.list, {});
		const at = (minutes: number) => ({ dateTime: new Date(Date.now() + minutes * 60_000).toISOString(), timeZone: 'UTC' });
		world.sandbox.addCalendarEvent(user?.id ?? '', { id: 'next', summary: 'Pilot, again', start: at(10), end: at(40), attendees: [{ email: 'priya@harbour.example', displayName: 'Priya Shah' }] });
		await deploy('Meeting briefing');
		assert.match(String(await until('a briefing', () => world.sink.received[0])), /Priya/);
	});

	test('Follow-up email drafts one for the latest meeting', async () => {
		const flow = await deploy('Follow-up email');
		const start = flow.find(({ type }) => type === 'inject');
		await until('the button', async () => (await fetch(`${world.red().url}/inject/${start?.id}`, { method: 'POST' })).ok);
		assert.match(String(await until('a draft', () => world.sink.received[0])), /^Hello,\n\nThank you for /);
	});

	test('Action items writes each to a file', async () => {
		await deploy('Action items');
		const file = join(world.userFolder, 'action-items.csv');
		const linesOf = () => readFileSync(file, 'utf8').trim().split('\n');
		await until('the file', () => existsSync(file) && linesOf().length > 1);
		await world.red().stop();
		await world.start();
		const [header, ...lines] = linesOf();
		assert.equal(header, 'date,meeting,owner,item,priority,dedupeKey,dueDate');
		// An action item may have no owner.
		for (const line of lines) assert.match(line, /^2\d{3}-[^,]+Z,("[^"]+"|[^,]+),[^,]*,.+,(high|medium|low)?,conversation\.action_items\.ready:conv_[^,]+,[^,]*$/);
		assert.ok(lines.some((line) => line.includes(',Nora Feld,')), lines.join('\n'));
		assert.deepEqual(lines.filter((line) => /,null(?:,|$)/.test(line)), []);
	});

	test('Slack alert posts the key points of a meeting', async () => {
		await deploy('Slack alert');
		const client = connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey });
		await until('the webhook', async () => (await client.webhooks.list()).data.length > 0);
		const all = (await client.conversations.list({ limit: 20 })).data;
		await client.keyPoints.generate({ id: all[0]?.id ?? '', forceRefresh: true });
		const Posted = z.object({ text: z.string(), blocks: z.array(z.unknown()).min(1) });
		assert.ok(Posted.parse(await until('a post', () => world.sink.received[0])).text.length > 0);
	});

	test('Meeting notes writes one file for each meeting, and keeps what a person added when its key points are generated again', async () => {
		await deploy('Meeting notes');
		const client = connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey });
		await until('the webhook', async () => (await client.webhooks.list()).data.length > 0);
		const [meeting] = (await client.conversations.list({ limit: 1 })).data;
		const id = meeting?.id ?? '';
		const folder = join(world.userFolder, 'meetings');
		const note = join(folder, `${id}.md`);
		await client.keyPoints.generate({ id, forceRefresh: true });
		await until('the note', () => existsSync(note) && readFileSync(note, 'utf8').includes('-->'));
		const first = readFileSync(note, 'utf8');
		assert.ok(first.startsWith(`---\ntitle: ${JSON.stringify(meeting?.title)}\n`), first);
		assert.match(first, /\ndate: \d{4}-\d\d-\d\d\n/);
		writeFileSync(note, `${first.replace(/^# .*$/m, '# Gone')}My own words.\n`);
		await client.keyPoints.generate({ id, forceRefresh: true });
		await until('the note again', () => !readFileSync(note, 'utf8').includes('# Gone'));
		await until('my words', () => readFileSync(note, 'utf8').endsWith('-->\nMy own words.\n'));
		assert.deepEqual(readdirSync(folder), [`${id}.md`]);
	});

	test('Never miss a meeting does its work once, though both nodes report it', async () => {
		await deploy('Never miss a meeting');
		const client = connect({ baseUrl: world.sandbox.url, apiKey: world.apiKey });
		await until('the webhook', async () => (await client.webhooks.list()).data.some(({ events }) => events?.includes('conversation.created')));
		const [user] = await world.sandbox.perform(controls.users.list, {});
		const { conversationId } = await world.sandbox.importMeeting(user?.id ?? '', { text: 'Ana: Shall we begin?\nBen: Yes.', filename: 'new.txt', title: 'New' });
		const about = () => world.sink.received.filter((item) => JSON.stringify(item).includes(conversationId));
		await until('the work', () => about().length > 0);
		assert.equal(about().length, 1);
	});
});
