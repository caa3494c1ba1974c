// Registers the nodes in Node-RED’s editor.
const resourceOf = (id) => forms.resources.find((resource) => resource.id === id);
const operationOf = ({ resource, operation }) => resourceOf(resource)?.operations.find(({ id }) => id === operation);

const nodesBefore = (node) => [...RED.nodes.filterLinks({ target: node }).map(({ source }) => source), ...(node.type === 'link in' ? node.links : []).map((id) => RED.nodes.node(id))];
/** The paths that earlier nodes put into the messages of a node, also through nodes that pass messages on unchanged. */
const pathsBefore = (node, route = []) => [
	...new Set(
		nodesBefore(node).flatMap((source) => {
			if (!source || route.includes(source)) return [];
			const passed = () => pathsBefore(source, [...route, source]);
			const { type, mode, fields } = source;
			const asList = (all) => all.map((path) => path.replace(/^payload/, 'payload[0]'));
			if (/^meeting-assistant-(event|poll)$/.test(type)) return forms.eventPaths;
			if (/^(delay|junction|link in|link out|rbe|switch)$/.test(type)) return passed();
			if (type === 'split') return passed().map((path) => path.replace('payload[0]', 'payload'));
			if (type === 'join' && mode === 'auto') return asList(passed());
			const { paths = [], isList } = (type === 'meeting-assistant' && operationOf(source)) || {};
			return isList && fields?.eachMessage?.value !== 'true' ? asList(paths) : paths;
		}),
	),
];

/** Help belongs to a type of node. This is where it describes the selected operation. */
const manual = () => $("script[data-help-name='meeting-assistant']");
let overview;
function showManual(operation) {
	overview ??= manual().text();
	manual().text(operation ? `<h2>${$('<i>').text(operation.action).html()}</h2>${operation.manual}` : overview);
	RED.sidebar.help.show('meeting-assistant', false);
}
RED.events.on('view:selection-changed', ({ nodes = [] }) => {
	if (nodes.length === 1 && nodes[0].type === 'meeting-assistant') showManual(operationOf(nodes[0]));
});

/** What two operations have in common, such as the conversation that they are about. */
function sameReferences(one, filled = {}, other) {
	const names = one ? rowsOf(one.form).filter(({ picks }) => picks).map(({ name }) => name) : [];
	const kept = rowsOf(other.form).filter(({ name, picks }) => picks && names.includes(name) && filled[name]);
	return Object.fromEntries(kept.map(({ name }) => [name, filled[name]]));
}

/** The initial values of a new node. */
const startsOf = (form) => Object.fromEntries(form.rows.filter(({ start }) => start.value !== '').map(({ name, start }) => [name, start]));

function tooFew({ name, notBelow }, rows, valueNow) {
	const other = rows.find((row) => row.name === notBelow);
	return other && Number(valueNow(name).value) < Number(valueNow(notBelow).value) ? `it is below “${other.label}”` : undefined;
}

const isComplete = (formOf) =>
	// Node-RED takes reasons from functions with two parameters only.
	function (filled, options) {
		const rows = rowsOf(formOf(this) ?? { rows: [], sections: [] });
		const valueNow = (name) => filled?.[name] ?? rows.find((row) => row.name === name)?.unset;
		const problems = rows.filter(({ showWhen }) => isShown(showWhen, valueNow)).flatMap((row) => {
			const problem = problemOf({ ...row, required: isRequired(row, valueNow) }, valueNow(row.name)) ?? tooFew(row, rows, valueNow);
			return problem ? [`${row.label}: ${problem}`] : [];
		});
		return problems.length === 0 || (options ? problems.join('; ') : false);
	};

const common = {
	category: 'meeting assistant',
	color: '#9fd4c7',
	outputs: 1,
	labelStyle() {
		return this.name ? 'node_label_italic' : '';
	},
	oneditsave() {
		this.fields = this.form.values();
		delete this.form;
	},
	oneditcancel() {
		delete this.form;
	},
};
const account = { value: '', type: 'meeting-assistant-account', required: true, label: 'Account' };
/** Our check replaces Node-RED's own, so it also has to check that the account exists and is valid. */
const reachableAccount = {
	...account,
	validate(id, options) {
		const found = RED.nodes.node(id);
		if (found && found.valid !== false && found.publicUrl) return true;
		const problem = !found ? 'none is selected' : found.publicUrl ? 'it is not complete' : 'it has no Public URL, at which the service reaches this Node-RED. Enter one there, or use a meeting poll node, which needs none';
		return options ? `Account: ${problem}` : false;
	},
};
/** The account that a node uses, or else the only one there is. */
function accountFor(node) {
	const found = [];
	RED.nodes.eachConfig(({ type, id, z }) => void (type === account.type && (!z || z === node.z) && found.push(id)));
	return node.account || (found.length === 1 ? found[0] : '');
}
/**
 * Chooses the only account for nodes that were added or imported since the last deploy. Saved nodes change only when a
 * person opens them.
 */
function useOnlyAccount(node) {
	if (!node.changed || node.account || node._def.defaults?.account?.type !== account.type) return;
	node.account = accountFor(node);
	RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
	RED.editor.validateNode(node);
}
RED.events.on('nodes:add', (added) => (added.type === account.type ? RED.nodes.eachNode(useOnlyAccount) : useOnlyAccount(added)));
const suggestAccount = (node) => !node.account && accountFor(node) && $('#node-input-account').val(accountFor(node)).trigger('change');
/** A saved value that is not among the entries, perhaps of a newer version of this package, stays until another is chosen. */
const fillOptions = (select, entries, chosen) => {
	select.empty();
	const isKnown = entries.some(({ id }) => id === chosen);
	for (const { id, name } of isKnown ? entries : [...entries, { id: chosen, name: `${chosen} (unknown)` }]) $('<option>').val(id).text(name).appendTo(select);
	select.val(chosen);
};

RED.nodes.registerType('meeting-assistant-account', {
	category: 'config',
	defaults: {
		name: { value: '' },
		baseUrl: { value: '', required: true, label: 'Base URL' },
		publicUrl: { value: '' },
		allowHttp: { value: false },
		headerPrefix: { value: '' },
	},
	credentials: { apiKey: { type: 'password', required: true } },
	label() {
		return this.name || this.baseUrl || 'account';
	},
	oneditprepare() {
		const result = $('#meeting-assistant-tested');
		$('#meeting-assistant-advanced').prop('open', this.allowHttp || Boolean(this.headerPrefix));
		$('#meeting-assistant-test').on('click', (event) => {
			event.preventDefault();
			result.text('Testing…').removeClass('meeting-assistant-good meeting-assistant-bad');
			const input = (name) => $(`#node-config-input-${name}`);
			post('test', { id: this.id, apiKey: input('apiKey').val(), baseUrl: input('baseUrl').val(), allowHttp: input('allowHttp').prop('checked') })
				.done(({ message }) => result.text(message).addClass('meeting-assistant-good'))
				.fail(({ responseJSON }) => result.text(responseJSON?.message ?? 'Node-RED did not answer.').addClass('meeting-assistant-bad'));
		});
	},
});

RED.nodes.registerType('meeting-assistant', {
	...common,
	icon: 'meetingAssistant.svg',
	paletteLabel: 'meeting assistant',
	defaults: {
		name: { value: '' },
		account,
		resource: { value: 'conversation' },
		operation: { value: resourceOf('conversation').start },
		fields: { value: startsOf(operationOf({ resource: 'conversation', operation: resourceOf('conversation').start }).form), validate: isComplete((node) => operationOf(node)?.form) },
	},
	inputs: 1,
	label() {
		return this.name || operationOf(this)?.action || 'meeting assistant';
	},
	oneditprepare() {
		suggestAccount(this);
		const resource = $('#node-input-resource');
		const operation = $('#node-input-operation');
		/** The values of each operation, kept while the form is open so that switching back restores them. */
		const drafts = new Map([[operationOf(this), this.fields]]);
		const paths = pathsBefore(this);
		let before;
		const show = () => {
			const now = operationOf({ resource: resource.val(), operation: operation.val() });
			if (now === before && this.form) return;
			if (before) drafts.set(before, this.form.values());
			const isNew = !drafts.has(now);
			const filled = drafts.get(now) ?? sameReferences(before, drafts.get(before), now);
			$('#meeting-assistant-about').text(now?.help ?? 'This version of the package does not have the operation. Update the package, or choose another operation.');
			this.form = render(now?.form ?? { notices: [], rows: [], sections: [] }, filled, { isNew, paths });
			showManual(now);
			before = now;
		};
		fillOptions(resource, forms.resources, this.resource);
		let listed = resource.val();
		fillOptions(operation, resourceOf(this.resource)?.operations ?? [], this.operation);
		show();
		// Node-RED also fires these events without a change.
		resource.on('change', () => {
			if (resource.val() === listed) return;
			listed = resource.val();
			const { operations, start } = resourceOf(listed);
			fillOptions(operation, operations, start);
			show();
		});
		operation.on('change', show);
	},
});

const trigger = (type, paletteLabel, form, more) =>
	RED.nodes.registerType(type, {
		...common,
		paletteLabel,
		inputs: 0,
		...more,
		defaults: { name: { value: '' }, account, fields: { value: startsOf(form), validate: isComplete(() => form) }, ...more.defaults },
		label() {
			const chosen = this.fields?.events?.value?.split(',') ?? [];
			const one = form.rows[0].choices.find(({ value }) => value === chosen[0])?.label;
			return this.name || (chosen.length > 1 ? `${chosen.length} events` : one) || paletteLabel;
		},
		oneditprepare() {
			suggestAccount(this);
			this.form = render(form, this.fields ?? {});
		},
	});

trigger('meeting-assistant-event', 'meeting event', forms.event, { icon: 'font-awesome/fa-bolt', defaults: { account: reachableAccount } });
/** Gives a node an input if events are confirmed there. A variable may turn that on. */
function setInputs(node) {
	const { type, value } = node.fields?.confirmed ?? {};
	node.inputs = value === undefined || value === '' || (type === 'bool' && value !== 'true') ? 0 : 1;
}

// Flows that were written by hand may leave it out.
RED.events.on('nodes:add', (added) => added.type === 'meeting-assistant-poll' && setInputs(added));

trigger('meeting-assistant-poll', 'meeting poll', forms.poll, {
	icon: 'font-awesome/fa-clock-o',
	defaults: { inputs: { value: 0 } },
	oneditsave() {
		common.oneditsave.call(this);
		setInputs(this);
	},
});
