import { tools, toolsets } from '../../src/agents/index.ts';
import { startWorld, use, type AnyClient, type World } from './support.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

const textOf = async (client: AnyClient, name: string, given: Readonly<Record<string, string>> = {}): Promise<string> => {
	const { messages } = await client.getPrompt({ name, arguments: { ...given } });
	return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
};
const promptsOf = async (client: AnyClient) => (await client.listPrompts()).prompts;
const toolsOf = async (client: AnyClient) => (await client.listTools()).tools;

const DAY_MS = 86_400_000;

test.each([
	['follow_ups', 'action_item_find', 3],
	['weekly_review', 'insight_get_digest', 5],
	['weekly_review', 'insight_get_digest', 1],
])('%s: the call that it asks for looks back as many days as the person said', async (name, tool, days) => {
	const client = await world.overHttp();
	await world.addMeeting(`Inside ${days}`, { hoursAgo: days * 24 - 1 });
	await world.addMeeting(`Outside ${days}`, { hoursAgo: days * 24 + 1 });
	const text = await textOf(client, name, { days: String(days) });
	expect(text).toContain(`of the last ${days} day${days === 1 ? '' : 's'}. `);
	const [, called = '', argument = '', value = ''] = /Call (\w+) with “(\w+)” (\S+)\./.exec(text) ?? [];
	expect(called).toBe(tool);
	const { isError, results, text: answer } = await use(client, called, { [argument]: Number(value) });
	expect({ isError, inside: answer.includes(`Inside ${days}`), outside: answer.includes(`Outside ${days}`) }).toEqual({ isError: false, inside: true, outside: false });
	if (tool === 'insight_get_digest') expect(Date.now() - Date.parse(String(results[0]?.['since']))).toBeLessThan(days * DAY_MS + 60_000);
});

test.each<[string, object, readonly string[]]>([
	['everything', {}, ['prepare', 'weekly_review', 'follow_ups']],
	['reading alone', { readOnly: true }, ['prepare', 'weekly_review', 'follow_ups']],
	['reports alone', { toolsets: ['insights'] }, ['prepare', 'weekly_review', 'follow_ups']],
	['meetings alone', { toolsets: ['meetings'] }, []],
])('on a connection with %s, prompts offer only what it has', async (_, settings, names) => {
	const client = await world.overHttp({ toolsets, ...settings });
	const listed = await promptsOf(client);
	expect(listed.map(({ name }) => name)).toEqual(names);
	const there = await toolsOf(client);
	const every = [...tools.keys()];
	for (const { name, description = '', arguments: taken = [] } of listed) {
		const given = Object.fromEntries(taken.map((one) => [one.name, '5']));
		const text = await textOf(client, name, given);
		const named = every.filter((tool) => text.includes(tool));
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((tool) => !there.some((one) => one.name === tool))).toEqual([]);
		const spends = there.some((one) => one.name === 'conversation_draft_email');
		if (name === 'follow_ups') expect(/draft/.test(description + text)).toBe(spends);
		if (text.includes('“generate”')) expect(there.find((one) => one.name === 'key_points_get')?.inputSchema.properties).toHaveProperty('generate');
	}
	if (names.includes('weekly_review')) await expect(client.getPrompt({ name: 'weekly_review', arguments: { days: 'zwei' } })).rejects.toThrow('“days” must be a whole number, such as 7');
	await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt called nothing');
});
