import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, suite, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CHROMIUM, noChromium } from '../support/editor.ts';
import { until } from '../support/until.ts';
import { startNodeRedWorld } from './world.ts';

type World = Awaited<ReturnType<typeof startNodeRedWorld>>;

/** Folder for pictures of the forms, if somebody wants to look at them. */
const PICTURES = process.env.PICTURES;
const NO_ACCOUNT = '“ACCOUNT” has no default account to search in.';

suite('A person at Node-RED’s editor', { skip: noChromium() }, () => {
	let world: World;
	let browser: Browser;
	let page: Page;
	const errors: string[] = [];

	before(async () => {
		world = await startNodeRedWorld();
		await world.red().deploy(
			[
				world.flow,
				world.account,
				world.node('meeting-assistant', 'operation', [], { y: 100, account: 'account', resource: 'conversation', operation: 'getAll', fields: { limit: { type: 'num', value: '3' } } }),
				{ id: 'sub', type: 'subflow', name: 'Sub', in: [], out: [], env: [{ name: 'ACCOUNT', type: 'meeting-assistant-account', value: '', ui: { type: 'conf-types' } }] },
				{ ...world.node('meeting-assistant', 'inside', [], { account: '${ACCOUNT}', resource: 'conversation', operation: 'getTranscript', fields: { conversationId: { type: 'pick', value: 'conv_1' } } }), z: 'sub' },
				{ id: 'environment', type: 'global-config', env: [{ name: 'SERVICE', value: world.sandbox.url, type: 'str' }, { name: 'KEY', value: world.apiKey, type: 'str' }] },
				world.node('meeting-assistant', 'next', [], { x: 500, y: 400, account: 'account', resource: 'keyPoints', operation: 'get', fields: { conversationId: { type: 'msg', value: 'payload.conversationId' } } }),
				world.node('split', 'split', ['next', 'away'], { x: 350, y: 460, splt: '\\n', spltType: 'str', arraySplt: 1, arraySpltType: 'len', property: 'payload', addname: '' }),
				{ ...world.node('link out', 'away', [], { x: 500, y: 520, mode: 'link', links: ['back'] }), wires: [] },
				world.node('link in', 'back', ['join'], { x: 200, y: 580, links: ['away'] }),
				world.node('join', 'join', ['joined'], { x: 350, y: 580, mode: 'auto' }),
				world.node('meeting-assistant', 'joined', [], { x: 500, y: 580, account: 'account', resource: 'keyPoints', operation: 'get', fields: { conversationId: { type: 'msg', value: 'payload.conversationId' } } }),
				world.node('meeting-assistant', 'many', ['next', 'split'], { y: 400, account: 'account', resource: 'conversation', operation: 'getAll', fields: { limit: { type: 'num', value: '3' } } }),
				world.node('meeting-assistant', 'new', [], { y: 500, account: 'account', resource: 'conversation', operation: 'getAll', fields: {} }),
				world.node('meeting-assistant-event', 'event', [], { y: 200, account: 'account', fields: { events: { type: 'choices', value: 'conversation.created' } } }),
				world.node('meeting-assistant-poll', 'poll', [], {
					y: 300,
					account: 'account',
					fields: { events: { type: 'choices', value: 'conversation.keypoints.ready' }, recentHours: { type: 'num', value: '48' } },
				}),
			],
			'full',
		);
		browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
		page = await browser.newPage({ viewport: { width: 1300, height: 1000 } });
		page.setDefaultTimeout(60_000);
		page.on('pageerror', ({ message }) => errors.push(message));
		await page.goto(world.red().url);
		await page.locator('.red-ui-flow-node').first().waitFor();
	});
	after(async () => {
		await browser.close();
		await world.stop();
	});

	/** Closes what a failed test has left open, because it would cover the next form, and returns to the flow. */
	afterEach(async () => {
		const cancel = page.locator('#node-dialog-cancel');
		for (let open = await cancel.count(); open > 0; open--) {
			await cancel.last().click();
			await until('a closed form', async () => (await cancel.count()) < open);
		}
		await page.evaluate("RED.workspaces.show('flow')");
	});

	/** Once a form is filled in, the editor moves the focus into it. What is typed before that is lost. */
	const opened = (): Promise<unknown> => page.waitForFunction("document.activeElement.closest('.red-ui-tray-body') !== null");
	const open = async (id: string): Promise<void> => {
		await page.locator(`g#${id}`).dblclick();
		await opened();
	};
	const row = (name: string) => page.locator('.meeting-assistant-row').filter({ has: page.locator(`#meeting-assistant-${name}`) });
	const choose = (name: string, value: string) => page.evaluate(`$('#meeting-assistant-${name}').typedInput('value', '${value}')`);
	const close = async (button: 'cancel' | 'ok'): Promise<void> => {
		await page.locator(`#node-dialog-${button}`).click();
		await page.locator('#node-dialog-ok').waitFor({ state: 'detached' });
	};
	const picture = async (name: string): Promise<void> => {
		if (PICTURES === undefined) return;
		mkdirSync(PICTURES, { recursive: true });
		await page.mouse.move(650, 995);
		await page.locator('.red-ui-notification').first().waitFor({ state: 'detached' });
		await page.waitForTimeout(600);
		await page.screenshot({ path: `${PICTURES}/${name}.png` });
	};
	const deployed = async (id: string) => (await world.red().flows()).find((node) => node.id === id);

	test('reads what is saved, and chooses another operation', async () => {
		await open('operation');
		assert.equal(await page.locator('#meeting-assistant-limit').inputValue(), '3');
		await page.locator('#node-input-resource').selectOption('keyPoints');
		await page.locator('#node-input-operation').selectOption('get');
		assert.equal(await page.locator('#meeting-assistant-conversationId').inputValue(), 'payload.conversationId');
		// Only shown if action items are sent one by one.
		assert.equal(await row('eachMessage').isVisible(), false);
		await choose('format', 'actionItems');
		assert.equal(await row('eachMessage').isVisible(), true);
		await choose('format', 'object');
		await picture('operation-light');
		await close('ok');
	});

	test('finds a conversation by its title', async () => {
		await open('operation');
		const field = row('conversationId');
		await field.locator('.red-ui-typedInput-type-select').click();
		await page.locator('.red-ui-typedInput-options:visible a').filter({ hasText: 'ID' }).first().click();
		await field.locator('input.red-ui-typedInput-input').fill('');
		await field.locator('input.red-ui-typedInput-input').pressSequentially('Harbour');
		await page.locator('.red-ui-autoComplete-completion, .red-ui-autoComplete-container:visible a').filter({ hasText: 'Harbour Bakery' }).first().click();
		assert.match(await page.locator('#meeting-assistant-conversationId').inputValue(), /^conv_/);
		await close('ok');
		await page.locator('#red-ui-header-button-deploy').click();
		const saved = await until('the deployed node', async () => {
			const node = await deployed('operation');
			return node?.['operation'] === 'get' && node;
		});
		assert.equal(saved['resource'], 'keyPoints');
		assert.match(JSON.stringify(saved['fields']), /"conversationId":\{"type":"pick","value":"conv_/);
	});

	test('in a subflow, searches the default account of its property, and says once that there is none', async () => {
		await page.evaluate("RED.workspaces.show('sub')");
		const field = row('conversationId').locator('input.red-ui-typedInput-input');
		const search = async (): Promise<void> => {
			await page.evaluate("RED.editor.edit(RED.nodes.node('inside'))");
			await opened();
			assert.equal(await page.locator('#node-input-account').inputValue(), '${ACCOUNT}');
			await field.fill('');
			await field.pressSequentially('Harbour');
		};
		await search();
		const warning = page.getByText(NO_ACCOUNT);
		// Earlier notifications fade out, and after five seconds the last one does, too. The page itself is checked, because that
		// misses nothing.
		await page.waitForFunction(`$('.red-ui-notification:contains(${NO_ACCOUNT})').length === 1`);
		await close('cancel');
		await page.evaluate("RED.nodes.subflow('sub').env[0].value = 'account'");
		await search();
		await page.locator('.red-ui-autoComplete-completion, .red-ui-autoComplete-container:visible a').filter({ hasText: 'Harbour Bakery' }).first().waitFor();
		await warning.waitFor({ state: 'detached' });
		await close('cancel');
	});

	test('opening a trigger and closing it changes nothing', async () => {
		for (const id of ['event', 'poll']) {
			const before = await deployed(id);
			await open(id);
			await picture(`${id}-light`);
			await close('cancel');
			assert.deepEqual(await deployed(id), before);
		}
	});

	test('chooses events by what they mean', async () => {
		await open('poll');
		const event = (name: string) => page.locator('.meeting-assistant-checks label').filter({ hasText: name }).locator('input');
		assert.equal(await event('Key Points Ready').isChecked(), true);
		assert.equal(await row('minutesBefore').isVisible(), false);
		await event('Meeting Starting Soon').check();
		assert.equal(await row('minutesBefore').isVisible(), true);
		assert.equal(await page.locator('#meeting-assistant-recentHours').inputValue(), '48');
		await page.evaluate("document.documentElement.classList.add('nr-theme-dark')");
		await picture('poll-dark');
		await close('cancel');
	});

	const shown = (name: string) => page.locator(`#meeting-assistant-${name}`).inputValue();

	test('suggests the only account, and stores a timestamp', async () => {
		await page.evaluate("RED.nodes.node('new').account = ''");
		await open('new');
		assert.equal(await page.locator('#node-input-account').inputValue(), 'account');
		await page.evaluate("$('#meeting-assistant-since').typedInput('type', 'date')");
		await close('ok');
		const fields = await page.evaluate("RED.nodes.node('new').fields.since");
		assert.deepEqual(fields, { type: 'date', value: '' });
	});

	test('a form that nobody filled in leaves nothing out', async () => {
		await open('new');
		await close('ok');
		const fields = await page.evaluate("Object.keys(RED.nodes.node('new').fields)");
		assert.deepEqual(fields, ['since']);
	});

	test('a field that was emptied stays empty', async () => {
		await open('many');
		await choose('limit', '');
		await close('ok');
		await open('many');
		assert.equal(await shown('limit'), '');
		await close('cancel');
	});

	test('looking at another operation loses nothing, and keeps the conversation', async () => {
		await open('many');
		await page.locator('#node-input-operation').selectOption('ask');
		await page.evaluate("$('#meeting-assistant-conversationId').typedInput('type', 'pick')");
		await choose('conversationId', 'conv_1');
		await choose('question', 'What was agreed?');
		await page.locator('#node-input-operation').selectOption('getTranscript');
		assert.equal(await shown('conversationId'), 'conv_1');
		await page.locator('#node-input-operation').selectOption('ask');
		assert.equal(await shown('question'), 'What was agreed?');
		await close('cancel');
	});

	test('marks a node with a value that no message can use', async () => {
		await open('many');
		await choose('limit', '0');
		await close('ok');
		const errors = await page.evaluate("RED.nodes.node('many').validationErrors");
		assert.deepEqual(errors, ['Limit: it must be a whole number from 1']);
	});

	test('marks an event node whose account has no public URL, and nothing else of that account', async () => {
		const errorsWith = (publicUrl: string) =>
			page.evaluate(`(() => {
				const account = RED.nodes.node('account');
				const saved = account.publicUrl;
				account.publicUrl = ${JSON.stringify(publicUrl)};
				const found = ['event', 'poll', 'next'].map((id) => (RED.editor.validateNode(RED.nodes.node(id)), RED.nodes.node(id).validationErrors ?? []));
				account.publicUrl = saved;
				RED.editor.validateNode(RED.nodes.node('event'));
				return found;
			})()`);
		const problem = 'Account: it has no Public URL, at which the service reaches this Node-RED. Enter one there, or use a meeting poll node, which needs none';
		assert.deepEqual(await errorsWith(''), [[problem], [], []]);
		assert.deepEqual(await errorsWith('${PUBLIC_URL}'), [[], [], []]);
	});

	test('a poll node has an input only where it keeps events until they are confirmed', async () => {
		const ports = page.locator('g#poll .red-ui-flow-port-input');
		assert.equal(await ports.count(), 0);
		for (const [value, count] of [['true', 1], ['false', 0]] as const) {
			await open('poll');
			await page.evaluate("document.querySelectorAll('.meeting-assistant-section').forEach((section) => (section.open = true))");
			await choose('confirmed', value);
			await picture(`poll-confirmed-${value}`);
			await close('ok');
			assert.equal(await ports.count(), count);
		}
	});

	test('says what the chosen entry of a menu means', async () => {
		await open('many');
		await page.locator('#node-input-resource').selectOption('insight');
		await page.locator('#node-input-operation').selectOption('getDigest');
		await choose('period', 'lastWeek');
		const period = row('period');
		await period.getByText('Last Week: The calendar week before this one').waitFor();
		assert.equal(await period.getByText('From midnight to midnight').count(), 0);
		await close('cancel');
	});

	test('no form starts with a value that is not accepted', async () => {
		await open('operation');
		const values = (menu: string) => page.locator(`#node-input-${menu} option`).evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
		const refused: string[] = [];
		for (const resource of await values('resource')) {
			await page.locator('#node-input-resource').selectOption(resource);
			for (const operation of await values('operation')) {
				await page.locator('#node-input-operation').selectOption(operation);
				if ((await page.locator('#meeting-assistant-fields .input-error').count()) > 0) refused.push(`${resource} > ${operation}`);
			}
		}
		await close('cancel');
		assert.deepEqual(refused, []);
	});

	test('all forms can be used with a screen reader', async () => {
		await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
		for (const id of ['operation', 'event', 'poll']) {
			await open(id);
			await page.evaluate("document.querySelectorAll('.meeting-assistant-section').forEach((section) => (section.open = true))");
			// Contrast is the theme’s, and the first fields are traps for password managers.
			const found = await page.evaluate("axe.run({ include: '#dialog-form', exclude: '[id^=red-ui-trap]' }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))");
			assert.deepEqual(found, [], id);
			await close('cancel');
		}
	});

	test('help follows the operation: what goes in, what comes out, what it costs', async () => {
		await open('many');
		await page.evaluate("RED.sidebar.show('help')");
		const help = page.locator('.red-ui-help');
		await help.getByText('payload.segmentCount').waitFor();
		assert.equal(await page.locator('#meeting-assistant-reserveCredits').count(), 0, 'reading spends no credits');
		assert.equal(await page.locator('#meeting-assistant-since').getAttribute('placeholder'), 'e.g. 2026-11-21 14:30');
		await page.locator('#node-input-resource').selectOption('keyPoints');
		await page.locator('#node-input-operation').selectOption('generate');
		await help.getByText('payload.keypoints.actionItems[0].owner').waitFor();
		await help.getByText('AI credits: 1, none when saved.').waitFor();
		assert.equal(await help.getByText('payload.segmentCount').count(), 0);
		assert.equal(await page.locator('#meeting-assistant-reserveCredits').count(), 1);
		await picture('help-dark');
		await close('cancel');
		await page.evaluate("RED.view.select({ nodes: [RED.nodes.node('next')] })");
		await help.getByText('payload.keypoints.actionItems[0].owner').waitFor();
		await page.evaluate("RED.view.select({ nodes: [RED.nodes.node('many')] })");
		await help.getByText('payload.segmentCount').waitFor();
	});

	for (const [id, others] of [['next', true], ['joined', false]] as const) test(`offers the fields that the nodes before put into their messages: ${id}`, async () => {
		await open(id);
		const field = row('conversationId').locator('input.red-ui-typedInput-input');
		const path = (text: string) => page.locator('.red-ui-autoComplete-completion, .red-ui-autoComplete-container:visible a').filter({ hasText: text }).first();
		const offered = path('payload[0].segmentCount');
		// The editor asks Node-RED for the fields when the form opens; until they arrive, typing offers no suggestions.
		for (let tries = 0; tries < 10 && !(await offered.isVisible()); tries++) {
			await field.fill('');
			await field.pressSequentially('segm');
			await offered.waitFor({ timeout: 5000 }).catch(() => {});
		}
		await picture(`paths-${id}-dark`);
		assert.equal(await path('payload.segmentCount').isVisible(), others, 'of the Split node');
		await offered.click();
		assert.equal(await shown('conversationId'), 'payload[0].segmentCount');
		await close('cancel');
	});

	test('what is imported uses the only account, also one that is added afterwards', async () => {
		const other = await browser.newPage();
		await other.goto(world.red().url);
		await other.locator('.red-ui-flow-node').first().waitFor();
		const imported = async (id: string) => {
			const node = { id: `${id}-node`, type: 'meeting-assistant', z: id, x: 200, y: 100, wires: [], account: '', resource: 'conversation', operation: 'getAll', fields: {} };
			await other.evaluate(`void RED.view.importNodes(${JSON.stringify([{ id, type: 'tab', label: id }, node])})`);
		};
		const state = (id: string) => other.evaluate(`(({ account, valid }) => [account, valid])(RED.nodes.node('${id}-node'))`);
		await imported('first');
		assert.deepEqual(await state('first'), ['account', true]);
		await other.evaluate("void RED.nodes.remove('account')");
		await imported('second');
		assert.deepEqual(await state('second'), ['', false]);
		await other.evaluate("RED.editor.editConfig('', 'meeting-assistant-account', '_ADD_')");
		await other.locator('#node-config-input-baseUrl').fill(world.sandbox.url);
		await other.locator('#node-config-dialog-ok').click();
		await until('the account of the other node', async () => /^\["\w+",true\]$/.test(JSON.stringify(await state('second'))));
		await other.close();
	});

	test('tests the account', async () => {
		await open('operation');
		await picture('operation-dark');
		await page.locator('#node-input-account').locator('xpath=..').locator('.red-ui-button').first().click();
		await page.locator('#meeting-assistant-test').click();
		const connected = page.getByText('Connected as nora.feld@quillbrook.example');
		await connected.waitFor();
		// The saved key goes to the deployed address, however that is spelled.
		for (const [input, value] of [['baseUrl', '${SERVICE}'], ['apiKey', '${KEY}']] as const) {
			await page.locator(`#node-config-input-${input}`).fill(value);
			await page.locator('#meeting-assistant-test').click();
			await page.getByText('Testing…').waitFor({ state: 'detached' });
			await connected.waitFor();
		}
		const refused = { '${UNSET}': 'The environment variable ${UNSET} is not set', 'svc_…': 'contains characters that no key has', svc_00000000000000000000000000000000: 'is wrong or was revoked' };
		for (const [key, reason] of Object.entries(refused)) {
			await page.locator('#node-config-input-apiKey').fill(key);
			await page.locator('#meeting-assistant-test').click();
			await page.locator('.meeting-assistant-bad').filter({ hasText: reason }).waitFor();
		}
		await picture('account-dark');
	});

	test('the page had no error', () => assert.deepEqual(errors, []));
});
