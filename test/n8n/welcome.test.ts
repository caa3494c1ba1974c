import { colorsOf } from '../../packages/rehearsal/terminal.ts';
import { USAGE } from '../../scripts/n8n/arguments.ts';
import { portsFrom, queuePortsFrom } from '../../scripts/n8n/ports.ts';
import { OWNER } from '../../scripts/n8n/n8nApi.ts';
import { PUBLISHED, readExamples } from '../../scripts/n8n/examples.ts';
import { catalogue } from '../../src/operations/index.ts';
import { restart, welcome } from '../../scripts/n8n/welcome.ts';

const plain = colorsOf({ colors: false });
const facts = {
	url: 'http://127.0.0.1:5678',
	serviceUrl: 'http://127.0.0.1:5680',
	owner: OWNER,
	ports: portsFrom(5678),
	queuePorts: null,
	data: '/home/nora/.local/share/x',
	seconds: 12.3,
};
const inQueueMode = welcome({ ...facts, queuePorts: queuePortsFrom(5678) }, plain);

test('the welcome has everything needed to sign in', () => {
	const text = welcome(facts, plain);
	for (const part of ['http://127.0.0.1:5678', 'owner@example.com', 'Password123', '12 s']) expect(text).toContain(part);
});

test('it shows no login that a person has chosen', () => {
	expect(welcome({ ...facts, owner: null }, plain)).not.toMatch(/Email {5}|Password/);
});

test('it says how many workflows are published, and which of them spends AI credits', () => {
	const spending = new Set(catalogue.flatMap(({ id, operations }) => operations.flatMap((one) => (one.credit === 'never' ? [] : [`${id}.${one.id}`]))));
	const published = readExamples().filter(({ key }) => PUBLISHED.includes(key));
	const spenders = published.filter(({ workflow: { nodes } }) =>
		nodes.some(({ parameters: { resource, operation } }) => spending.has(`${String(resource)}.${String(operation)}`)),
	);
	expect(published).toHaveLength(PUBLISHED.length);
	expect(welcome(facts, plain)).toContain(`  ${PUBLISHED.length} example workflows are published`);
	expect(spenders.map(({ workflow: { name } }) => welcome(facts, plain).includes(`“${name}”`))).toEqual([true]);
});

test('what was killed is started again as before, with its data', () => {
	expect(restart([])).toMatch(/: npm run n8n$/);
	expect(restart(['--queue', '--reset', '--port', '6000'])).toMatch(/: npm run n8n -- --queue --port 6000$/);
});

test('in queue mode it lists the programs and their ports', () => {
	const ports = Object.values(queuePortsFrom(5678)).flatMap((value) => (typeof value === 'number' ? value : [value].flat().map(({ own }) => own)));
	expect(ports).toHaveLength(5);
	for (const port of [5678, ...ports]) expect(inQueueMode).toMatch(new RegExp(`127\\.0\\.0\\.1:${port} `));
	expect(inQueueMode).toContain('npm run n8n -- --queue --reset');
});

test.each([['the welcome', welcome(facts, plain)], ['in queue mode', inQueueMode], ['the help', USAGE]])('%s fits a terminal of 80 columns', (_what, text) => {
	expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
