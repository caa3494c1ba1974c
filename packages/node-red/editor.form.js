// Shows the form of any node. The page puts this and editor.nodes.js into one function, with `forms`.
const UNSET = { value: '', label: 'Not set' };
const mayBeUnset = ({ required, types, unset }) => !required && !types.includes('choices') && unset.value === '';
/** Suggests what earlier nodes put into a message, while somebody types. */
const fromMessage = (paths) => ({
	...{ value: 'msg', label: 'msg.', validate: RED.utils.validatePropertyExpression },
	autoComplete: (typed) => paths.filter((path) => path.toLowerCase().includes(typed.trim().toLowerCase())).map((path) => ({ value: path, label: path })),
});
const typesOf = (row, paths) =>
	row.types.map((type) => {
		if (type === 'msg' && paths.length > 0) return fromMessage(paths);
		if (type === 'choice' || type === 'choices') {
			const options = mayBeUnset(row) ? [UNSET, ...row.choices] : row.choices;
			return { value: type, label: 'choice', showLabel: false, options, multiple: type === 'choices' };
		}
		// Node-RED’s own is always true or false, which as a filter would leave something out.
		if (type === 'bool' && mayBeUnset(row)) return { value: 'bool', label: 'boolean', icon: 'red/images/typedInput/bool.svg', options: [UNSET, ...['true', 'false'].map((value) => ({ value, label: value }))] };
		if (type === 'pick') return { value: 'pick', label: 'ID', icon: 'fa fa-search', hasValue: true, autoComplete: search(row.picks) };
		if (type === 'num') return { value: 'num', label: 'number', icon: 'red/images/typedInput/09.svg', validate: (value) => problemOf({ ...row, required: false }, { type, value }) ?? true };
		return type;
	});

const isSame = (one, other) => one.type === other.type && one.value === other.value;
/** A timestamp has no value, unless it has a format. */
const isEmpty = ({ type, value }) => value === '' && type !== 'date';
const isFrom = ({ min, max, whole }, value) => value >= min && value <= max && (!whole || Number.isInteger(value));
/** What is wrong with a value, as far as can be checked without a message. */
function problemOf({ required, numbers }, { type, value } = { value: '' }) {
	if (isEmpty({ type, value })) return required ? 'it is empty' : undefined;
	const isWritten = type === 'num' && !/^\$\{.+\}$/.test(value);
	if (isWritten && !isFrom(numbers, Number(value))) return numbers.rule;
	const valid = RED.utils.validateTypedProperty(value, type, {});
	return valid === true ? undefined : valid;
}

const chosenOf = ({ type, value } = {}) => (['choice', 'choices', 'bool', 'str'].includes(type) ? value.split(',') : undefined);
/** Whether a row is shown. A value that only a message has may be any. */
const isShown = (showWhen, valueNow) =>
	Object.entries(showWhen).every(([name, values]) => {
		const chosen = chosenOf(valueNow(name));
		return !chosen || chosen.some((value) => values.includes(value));
	});
/** Where only a message decides whether a row is used, the flow checks it. */
const isRequired = ({ required, showWhen }, valueNow) => required && Object.keys(showWhen).every((name) => chosenOf(valueNow(name)));

const post = (route, body) => $.ajax({ type: 'POST', url: `meeting-assistant/${route}`, contentType: 'application/json', data: JSON.stringify(body) });

let warning;
/** Shows a warning only once, although each letter that is typed asks again. */
function warn(message) {
	warning?.close();
	warning = message && RED.notify(message, 'warning');
}

const search = (picks) => (filter, done) => {
	const chosen = $('#node-input-account');
	// In a subflow, the account can be one of its properties.
	const property = chosen.find(':selected').data('env');
	if (property && !property.value) {
		warn(`The subflow’s property “${property.name}” has no default account to search in. Give it one, or enter an ID.`);
		return done([]);
	}
	post('picks', { account: property?.value ?? chosen.val(), picks, filter })
		.done(({ picks: found }) => {
			warn();
			done(found.map(({ id, label }) => ({ value: id, label: $('<span>').text(label) })));
		})
		.fail(({ responseJSON }) => {
			warn(responseJSON?.message ?? 'The list could not be loaded.');
			done([]);
		});
};

const rowsOf = ({ rows, sections }) => [...rows, ...sections.flatMap((section) => section.rows)];

/** The rows of a form with their values. In a new form, rows without a value get their initial one. `values()` returns what to save. */
function render(form, filled, { isNew = false, paths = [] } = {}) {
	const container = $('#meeting-assistant-fields');
	const { notices, rows, sections } = form;
	const shown = [];
	const given = new Map();
	const explained = [];
	const labelled = [];
	const valueNow = (name) => given.get(name)?.();
	const matches = (showWhen) => isShown(showWhen, valueNow);
	const refresh = () => {
		shown.forEach(({ element, showWhen, any }) => element.toggle(matches(showWhen) && (!any || any.some((row) => matches(row.showWhen)))));
		labelled.forEach(({ label, row }) => label.toggleClass('meeting-assistant-required', isRequired(row, valueNow)));
		explained.forEach(({ element, row }) => element.text(meaningOf(row, valueNow(row.name))));
	};
	/** Shows the meaning of the chosen value, because a menu only shows labels. */
	const meaningOf = ({ choices = [] }, input) => {
		const chosen = chosenOf(input) ?? [];
		return choices.filter(({ value, help }) => help && chosen.includes(value)).map(({ label, help }) => `${label}: ${help}`).join(' ');
	};

	const addTyped = (parent, id, row, { type, value }) => {
		const field = $('<input type="text">').attr({ id, placeholder: row.placeholder && `e.g. ${row.placeholder}`, 'aria-labelledby': `${id}-label` });
		field.appendTo(parent);
		field.typedInput({ types: typesOf(row, paths), default: row.types[0] });
		field.typedInput('type', type);
		field.typedInput('value', value);
		field.on('change', refresh);
		// Node-RED 4 shows an input of its own, without the attributes of ours.
		parent.find('.red-ui-typedInput-input').attr('aria-labelledby', `${id}-label`);
		parent.find('.red-ui-typedInput-type-select').attr('aria-label', `${row.label}: type`);
		parent.find('.red-ui-typedInput-option-trigger').attr('aria-describedby', `${id}-label`);
		return () => ({ type: field.typedInput('type'), value: String(field.typedInput('value')) });
	};
	/** Several of a fixed list, each with what it means. */
	const addChecks = (parent, id, { choices }, { value }) => {
		const list = $('<div class="meeting-assistant-checks">').attr({ id, role: 'group', 'aria-labelledby': `${id}-label` }).appendTo(parent);
		const chosen = value.split(',');
		// The list scrolls, so the chosen ones come first.
		const isChosen = ({ value: one }) => chosen.includes(one);
		for (const choice of [...choices.filter(isChosen), ...choices.filter((one) => !isChosen(one))]) {
			const label = $('<label>').appendTo(list);
			$('<input type="checkbox">').val(choice.value).prop('checked', isChosen(choice)).on('change', refresh).appendTo(label);
			$('<span>').text(choice.label).appendTo(label);
			$('<span class="meeting-assistant-help">').text(choice.help).appendTo(label);
		}
		return () => ({ type: 'choices', value: list.find(':checked').get().map((box) => box.value).join(',') });
	};
	const addRow = (parent, row) => {
		const element = $('<div class="form-row meeting-assistant-row">').appendTo(parent);
		const id = `meeting-assistant-${row.name}`;
		const label = $('<label>').attr('id', `${id}-label`).text(row.label).appendTo(element);
		const side = $('<div>').appendTo(element);
		const input = filled[row.name] ?? (isNew ? row.start : row.unset);
		const addHelp = (text) => $('<div class="meeting-assistant-help">').text(text).appendTo(side);
		if (row.types.join() === 'choices') {
			addHelp(row.help);
			given.set(row.name, addChecks(side, id, row, input));
		} else {
			given.set(row.name, addTyped(side, id, row, input));
			addHelp(row.help);
			explained.push({ element: addHelp(''), row });
		}
		// The visible element is not the one with the ID.
		label.on('click', () => side.find('input:visible, button:visible').not('.red-ui-typedInput-type-select').first().trigger('focus'));
		shown.push({ element, showWhen: row.showWhen });
		labelled.push({ label, row });
	};

	container.empty();
	for (const { text, showWhen } of notices) {
		const element = $('<div class="form-tips meeting-assistant-notice">').html(text).appendTo(container);
		shown.push({ element, showWhen });
	}
	for (const row of rows) addRow(container, row);
	for (const { title, help, rows: extra, showWhen } of sections) {
		const element = $('<details class="meeting-assistant-section">').appendTo(container);
		const changed = extra.filter(({ name, unset }) => filled[name] && !isSame(filled[name], unset)).length;
		$('<summary>').text(title).append(changed ? $('<span class="meeting-assistant-count">').text(changed) : '').appendTo(element);
		if (help) $('<div class="meeting-assistant-help">').text(help).appendTo(element);
		for (const row of extra) addRow(element, row);
		element.prop('open', changed > 0);
		shown.push({ element, showWhen, any: extra });
	}
	refresh();
	const opened = new Map(rowsOf(form).map(({ name, unset }) => [name, isNew && !filled[name] ? unset : valueNow(name)]));
	return {
		/** Values that nobody changed stay as they were saved, including their order. */
		values: () => {
			const changed = rowsOf(form).map(({ name }) => [name, valueNow(name)]).filter(([name, input]) => !isSame(input, opened.get(name)));
			const all = { ...filled, ...Object.fromEntries(changed) };
			return Object.fromEntries(Object.entries(all).filter(([name, input]) => input === filled[name] || !isEmpty(input)));
		},
	};
}
