import { exampleFlows } from '../../scripts/node-red/examples.ts';

const flow = exampleFlows({ baseUrl: '', publicUrl: '', credentials: { apiKey: '' } });
const named = (name: string) => flow.find((node) => node['name'] === name);
const leadingTo = (name: string) => flow.filter(({ wires }) => JSON.stringify(wires ?? []).includes(`"${named(name)?.id}"`)).map((node) => node['name']);

test('a meeting is marked as done after the work, not beside it', () => {
	expect(leadingTo('Mark as done')).toEqual(['Your work']);
	expect(leadingTo('Your work')).toEqual(['Only once']);
});

test('what arrives at once has the title and start that a poll finds', () => {
	expect(named('At once')).toHaveProperty('fields.include.value', 'conversation');
});
