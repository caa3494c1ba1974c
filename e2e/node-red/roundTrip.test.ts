import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { z } from 'zod/v4';
import { forms, type Form, type Row } from '../../packages/node-red/form.ts';
import type { FlowNode } from '../../scripts/node-red/host.ts';
import { CHROMIUM, noChromium } from '../support/editor.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

const rowsOf = ({ rows, sections }: Form): Row[] => [...rows, ...sections.flatMap((section) => section.rows)];

/** A value that differs from the form's initial one. */
function valueOf({ choices = [], numbers, unset }: Row, type: string): string {
	const values: Readonly<Record<string, string>> = {
		choice: choices.at(-1)?.value ?? '',
		choices: choices.slice(0, 2).map(({ value }) => value).join(),
		num: String(Math.min(Math.max(7, numbers?.min ?? 7), numbers?.max ?? 7)),
		bool: String(unset.value !== 'true'),
		json: '{"Nora": "N. \\"Feld\\" <b>"}',
		jsonata: 'payload.items[0].id & "ü"',
		date: '',
	};
	return values[type] ?? `payload.“${type}” <b>`;
}

/** Every field filled in: by hand, or in another way that it offers. The latter are saved in another order. */
const filledOf = (form: Form, how: 'by hand' | 'otherwise') => {
	const rows = rowsOf(form).map((row, index) => {
		const [type = '', ...others] = row.types;
		const chosen = how === 'by hand' ? type : (others[index % others.length] ?? type);
		return [row.name, { type: chosen, value: valueOf(row, chosen) }] as const;
	});
	return Object.fromEntries(how === 'by hand' ? rows : rows.reverse());
};

const waysOf = (form: Form) => Object.entries({ hand: filledOf(form, 'by hand'), other: filledOf(form, 'otherwise'), empty: {} });

const Exported = z.record(z.string(), z.string());
const Opened = z.object({ operation: z.string().nullable(), rows: z.array(z.string()) });

suite('What Node-RED’s editor saves', { skip: noChromium() }, () => {
	let world: World;
	let browser: Browser;
	let page: Page;
	let nodes: readonly FlowNode[];

	before(async () => {
		world = await startNodeRedWorld();
		const common = { account: 'account', name: '' };
		nodes = [
			...forms.resources.flatMap(({ id: resource, start, operations }) =>
				operations.flatMap(({ id: operation, form }) =>
					// One empty form per resource, because opening takes time.
					waysOf(form).filter(([way]) => way !== 'empty' || operation === start).map(([way, fields]) => world.node('meeting-assistant', `${resource}-${operation}-${way}`, [], { ...common, resource, operation, fields })),
				),
			),
			...waysOf(forms.event).map(([way, fields]) => world.node('meeting-assistant-event', `event-${way}`, [], { ...common, d: true, fields })),
			...waysOf(forms.poll).map(([way, fields]) => world.node('meeting-assistant-poll', `poll-${way}`, [], { ...common, d: true, fields })),
			world.node('meeting-assistant', 'newer-operation', [], { ...common, resource: 'conversation', operation: 'ofTomorrow', fields: { mood: { type: 'str', value: 'calm' } } }),
			world.node('meeting-assistant', 'newer-resource', [], { ...common, resource: 'ofTomorrow', operation: 'getAll', fields: { mood: { type: 'str', value: 'calm' } } }),
			{ ...world.account, allowHttp: true, headerPrefix: 'x-other' },
			{ ...world.account, id: 'plain', name: '', publicUrl: '', allowHttp: false, headerPrefix: '' },
		];
		await world.red().deploy([world.flow, ...nodes], 'full');
		browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
		page = await browser.newPage({ viewport: { width: 1300, height: 1000 } });
		page.setDefaultTimeout(60_000);
		await page.goto(world.red().url);
		await page.locator('.red-ui-flow-node').first().waitFor();
		await page.evaluate(`
			// Trays slide, and this opens hundreds.
			const start = window.setTimeout;
			window.setTimeout = (work, ms, ...more) => start(work, ms / 10, ...more);
			// A busy editor may miss one, and then nothing would ever end.
			window.trayOf = (work, event) => new Promise((resolve, reject) => {
				const limit = start(() => reject(new Error('There was no ' + event)), 30_000);
				const once = () => {
					clearTimeout(limit);
					RED.events.off(event, once);
					resolve();
				};
				RED.events.on(event, once);
				work();
			});
			window.later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
			window.visit = async (id, change) => {
				const node = RED.nodes.node(id);
				const isConfig = node._def.category === 'config';
				await trayOf(() => (isConfig ? RED.editor.editConfig('', node.type, id) : RED.editor.edit(node)), 'editor:open');
				// Node-RED fires some changes only then.
				await later(80);
				const button = $(isConfig ? '#node-config-dialog-ok' : '#node-dialog-ok');
				change?.();
				const opened = { operation: $('#node-input-operation').val() ?? null, rows: $('[id^=meeting-assistant-][id$=-label]').get().map(({ id }) => id.slice(18, -6)) };
				await trayOf(() => button.trigger('click'), 'editor:close');
				while ($('.red-ui-tray').length > 0) await later(10);
				return opened;
			};
			window.exported = () => Object.fromEntries(RED.nodes.createCompleteNodeSet({ credentials: false }).map((node) => [node.id, JSON.stringify(node)]));
		`);
	});
	after(async () => {
		await browser.close();
		await world.stop();
	});

	const exported = async () => Exported.parse(await page.evaluate('exported()'));
	/** The differences between the expected and the actual state. */
	const differences = async (expected: Readonly<Record<string, string>>, alike = (text = '') => text) => {
		const now = await exported();
		return [...new Set([...Object.keys(now), ...Object.keys(expected)])].filter((id) => alike(now[id]) !== alike(expected[id])).map((id) => [now[id], expected[id]]);
	};
	const visit = async (id: string, change = 'undefined') => Opened.parse(await page.evaluate(`visit('${id}', ${change})`));

	test('opening any node and pressing Done changes nothing, byte for byte', async () => {
		const before = await exported();
		for (const { id, operation = null } of nodes.filter(({ id }) => !id.endsWith('-other'))) assert.equal((await visit(id)).operation, operation, id);
		assert.deepEqual(await differences(before), []);
		assert.equal(await page.evaluate('RED.nodes.dirty()'), false);
		// Proves that something was compared.
		for (const node of nodes) if ('fields' in node) assert.ok(before[node.id]?.includes(JSON.stringify(node['fields'])), node.id);
	});

	test('a change of the name changes only the name', async () => {
		const before = await exported();
		const renaming = nodes.filter(({ id, type }) => id.endsWith('-other') || type === 'meeting-assistant-account').map(({ id }) => id);
		for (const id of renaming) await visit(id, "() => $('#node-input-name, #node-config-input-name').val('Renamed').trigger('change')");
		const renamed = Object.entries(before).map(([id, text]) => [id, !renaming.includes(id) ? text : text.replace(/"name":"[^"]*"/, '"name":"Renamed"')]);
		// Node-RED moves nodes whose label changes width.
		assert.deepEqual(await differences(Exported.parse(Object.fromEntries(renamed)), (text = '') => text.replace(/"x":\d+/, '')), []);
	});

	test('what was edited is saved, and nothing else', async () => {
		const id = 'conversation-getAll-empty';
		await visit(id, "() => $('#meeting-assistant-limit').typedInput('value', '5')");
		assert.deepEqual(await page.evaluate(`RED.nodes.node('${id}').fields`), { limit: { type: 'num', value: '5' } });
		await visit(id, "() => $('#meeting-assistant-limit').typedInput('value', '')");
		assert.deepEqual(await page.evaluate(`RED.nodes.node('${id}').fields`), {});
	});
});
