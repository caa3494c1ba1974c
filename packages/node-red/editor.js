(() => {
	const forms = FORMS;
	const UNSET = { value: '', label: 'Not set' };
	const mayBeUnset = ({ required, types, unset }) => !required && !types.includes('choices') && unset.value === '';
	const typesOf = (row, accountOf) =>
		row.types.map((type) => {
			if (type === 'choice' || type === 'choices') {
				const options = mayBeUnset(row) ? [UNSET, ...row.choices] : row.choices;
				return { value: type, label: 'choice', showLabel: false, options, multiple: type === 'choices' };
			}
			// Node-RED’s own is always true or false, which as a filter would leave something out.
			if (type === 'bool' && mayBeUnset(row)) return { value: 'bool', label: 'boolean', icon: 'red/images/typedInput/bool.svg', options: [UNSET, ...['true', 'false'].map((value) => ({ value, label: value }))] };
			if (type === 'pick') return { value: 'pick', label: 'ID', icon: 'fa fa-search', hasValue: true, autoComplete: search(row.picks, accountOf) };
			if (type === 'num') return { value: 'num', label: 'number', icon: 'red/images/typedInput/09.svg', validate: (value) => problemOf({ ...row, required: false }, { type, value }) ?? true };
			return type;
		});

	/** A timestamp has no value, unless it has a format. */
	const isEmpty = ({ type, value }) => value === '' && type !== 'date';
	const isFrom = ({ min, max, whole }, value) => value >= min && value <= max && (!whole || Number.isInteger(value));
	/** What is wrong with what is filled in, as far as that can be told without a message. */
	function problemOf({ required, numbers }, { type, value } = { value: '' }) {
		if (isEmpty({ type, value })) return required ? 'it is empty' : undefined;
		const isWritten = type === 'num' && !/^\$\{.+\}$/.test(value);
		if (isWritten && !isFrom(numbers, Number(value))) return numbers.rule;
		const valid = RED.utils.validateTypedProperty(value, type, {});
		return valid === true ? undefined : valid;
	}

	const chosenOf = ({ type, value }) => (['choice', 'choices', 'bool', 'str'].includes(type) ? value.split(',') : undefined);
	/** Whether a row is shown. A value that only a message has may be any. */
	const isShown = (showWhen, valueNow) =>
		Object.entries(showWhen).every(([name, values]) => {
			const now = valueNow(name);
			const chosen = now && chosenOf(now);
			return !chosen || chosen.some((value) => values.includes(value));
		});

	const search = (picks, accountOf) => (filter, done) => {
		$.getJSON('meeting-assistant/picks', { account: accountOf(), picks, filter })
			.done(({ picks: found }) => done(found.map(({ id, label }) => ({ value: id, label: $('<span>').text(label) }))))
			.fail(({ responseJSON }) => {
				RED.notify(responseJSON?.message ?? 'The list could not be loaded.', 'warning');
				done([]);
			});
	};

	const rowsOf = ({ rows, sections }) => [...rows, ...sections.flatMap((section) => section.rows)];

	/** The rows of a form, with what is filled in. A row of a new form that is not, has what it starts with. `values()` returns what to save. */
	function render(container, form, filled, accountOf, isNew = false) {
		const { notices, rows, sections } = form;
		const shown = [];
		const given = new Map();
		const explained = [];
		const valueNow = (name) => given.get(name)?.();
		const matches = (showWhen) => isShown(showWhen, valueNow);
		const refresh = () => {
			shown.forEach(({ element, showWhen, any }) => element.toggle(matches(showWhen) && (!any || any.some((row) => matches(row.showWhen)))));
			explained.forEach(({ element, row }) => element.text(meaningOf(row, valueNow(row.name))));
		};
		/** A menu shows no more than labels. */
		const meaningOf = ({ choices = [] }, input) => {
			const chosen = chosenOf(input) ?? [];
			return choices.filter(({ value, help }) => help && chosen.includes(value)).map(({ label, help }) => `${label}: ${help}`).join(' ');
		};

		const addTyped = (parent, id, row, { type, value }) => {
			const field = $('<input type="text">').attr({ id, placeholder: row.placeholder && `e.g. ${row.placeholder}`, 'aria-labelledby': `${id}-label` });
			field.appendTo(parent);
			field.typedInput({ types: typesOf(row, accountOf), default: row.types[0] });
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
			for (const choice of choices) {
				const label = $('<label>').appendTo(list);
				$('<input type="checkbox">').val(choice.value).prop('checked', chosen.includes(choice.value)).on('change', refresh).appendTo(label);
				$('<span>').text(choice.label).appendTo(label);
				$('<span class="meeting-assistant-help">').text(choice.help).appendTo(label);
			}
			return () => ({ type: 'choices', value: list.find(':checked').get().map((box) => box.value).join(',') });
		};
		const addRow = (parent, row) => {
			const element = $('<div class="form-row meeting-assistant-row">').appendTo(parent);
			const id = `meeting-assistant-${row.name}`;
			const label = $('<label>').attr('id', `${id}-label`).text(row.label).toggleClass('meeting-assistant-required', row.required).appendTo(element);
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
			// What a person sees is not the element that has the ID.
			label.on('click', () => side.find('input:visible, button:visible').not('.red-ui-typedInput-type-select').first().trigger('focus'));
			shown.push({ element, showWhen: row.showWhen });
		};

		container.empty();
		for (const { text, showWhen } of notices) {
			const element = $('<div class="form-tips meeting-assistant-notice">').html(text).appendTo(container);
			shown.push({ element, showWhen });
		}
		for (const row of rows) addRow(container, row);
		for (const { title, help, rows: extra, showWhen } of sections) {
			const element = $('<details class="meeting-assistant-section">').appendTo(container);
			const changed = extra.filter(({ name, unset }) => filled[name] && (filled[name].value !== unset.value || filled[name].type !== unset.type)).length;
			$('<summary>').text(title).append(changed ? $('<span class="meeting-assistant-count">').text(changed) : '').appendTo(element);
			if (help) $('<div class="meeting-assistant-help">').text(help).appendTo(element);
			for (const row of extra) addRow(element, row);
			element.prop('open', changed > 0);
			shown.push({ element, showWhen, any: extra });
		}
		refresh();
		return {
			values: () =>
				Object.fromEntries(rowsOf(form).map(({ name }) => [name, valueNow(name)]).filter(([, input]) => !isEmpty(input))),
		};
	}

	const resourceOf = (id) => forms.resources.find((resource) => resource.id === id) ?? forms.resources[0];
	const operationOf = ({ resource, operation }) => resourceOf(resource).operations.find(({ id }) => id === operation);

	/** What two operations have in common, such as the conversation that they are about. */
	function sameReferences(one, filled = {}, other) {
		const names = one ? rowsOf(one.form).filter(({ picks }) => picks).map(({ name }) => name) : [];
		const kept = rowsOf(other.form).filter(({ name, picks }) => picks && names.includes(name) && filled[name]);
		return Object.fromEntries(kept.map(({ name }) => [name, filled[name]]));
	}

	/** What a new node has. */
	const startsOf = (form) => Object.fromEntries(form.rows.filter(({ start }) => start.value !== '').map(({ name, start }) => [name, start]));

	const isComplete = (formOf) =>
		// Node-RED takes reasons from functions with two parameters only.
		function (filled, options) {
			const rows = rowsOf(formOf(this) ?? { rows: [], sections: [] });
			const valueNow = (name) => filled?.[name] ?? rows.find((row) => row.name === name)?.unset;
			const problems = rows.filter(({ showWhen }) => isShown(showWhen, valueNow)).flatMap((row) => {
				const problem = problemOf(row, valueNow(row.name));
				return problem ? [`${row.label}: ${problem}`] : [];
			});
			if (problems.length === 0) return true;
			return options ? problems.join('; ') : false;
		};

	const common = {
		category: 'meeting assistant',
		color: '#9fd4c7',
		icon: 'meetingAssistant.svg',
		paletteLabel: '',
	};
	const account = { value: '', type: 'meeting-assistant-account', required: true, label: 'Account' };
	const accountNow = () => $('#node-input-account').val();
	/** Most people have one account. */
	function suggestAccount(node) {
		const accounts = $('#node-input-account option').filter((_, { value }) => RED.nodes.node(value));
		if (!node.account && accounts.length === 1) $('#node-input-account').val(accounts.val()).trigger('change');
	}
	const fillOptions = (select, entries) => {
		select.empty();
		for (const { id, name } of entries) $('<option>').val(id).text(name).appendTo(select);
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
		credentials: { apiKey: { type: 'password' } },
		label() {
			return this.name || this.baseUrl || 'account';
		},
		oneditprepare() {
			const result = $('#meeting-assistant-tested');
			$('#meeting-assistant-test').on('click', (event) => {
				event.preventDefault();
				result.text('Testing…').removeClass('meeting-assistant-good meeting-assistant-bad');
				const read = (name) => $(`#node-config-input-${name}`).val();
				const body = {
					...{ id: this.id, apiKey: read('apiKey'), baseUrl: read('baseUrl') },
					...{ allowHttp: $('#node-config-input-allowHttp').prop('checked'), headerPrefix: read('headerPrefix') },
				};
				$.ajax({ type: 'POST', url: 'meeting-assistant/test', contentType: 'application/json', data: JSON.stringify(body) })
					.done(({ message }) => result.text(message).addClass('meeting-assistant-good'))
					.fail(({ responseJSON }) => result.text(responseJSON?.message ?? 'Node-RED did not answer.').addClass('meeting-assistant-bad'));
			});
		},
	});

	RED.nodes.registerType('meeting-assistant', {
		...common,
		paletteLabel: 'meeting assistant',
		defaults: {
			name: { value: '' },
			account,
			resource: { value: 'conversation' },
			operation: { value: resourceOf('conversation').start },
			fields: { value: startsOf(operationOf({ resource: 'conversation', operation: resourceOf('conversation').start }).form), validate: isComplete((node) => operationOf(node)?.form) },
		},
		inputs: 1,
		outputs: 1,
		label() {
			return this.name || operationOf(this)?.action || 'meeting assistant';
		},
		labelStyle() {
			return this.name ? 'node_label_italic' : '';
		},
		oneditprepare() {
			suggestAccount(this);
			const resource = $('#node-input-resource');
			const operation = $('#node-input-operation');
			/** What is filled in for each operation: somebody who looks at another one finds it again. */
			const drafts = new Map([[operationOf(this), this.fields]]);
			let before;
			const show = () => {
				const now = operationOf({ resource: resource.val(), operation: operation.val() });
				if (before) drafts.set(before, this.form.values());
				const isNew = !drafts.has(now);
				const filled = drafts.get(now) ?? sameReferences(before, drafts.get(before), now);
				$('#meeting-assistant-about').text(now.help);
				this.form = render($('#meeting-assistant-fields'), now.form, filled, accountNow, isNew);
				before = now;
			};
			fillOptions(resource, forms.resources);
			resource.val(resourceOf(this.resource).id);
			const listOperations = (id) => {
				const { operations, start } = resourceOf(resource.val());
				fillOptions(operation, operations);
				operation.val(operations.some((one) => one.id === id) ? id : start);
				show();
			};
			listOperations(this.operation);
			resource.on('change', () => listOperations());
			operation.on('change', show);
		},
		oneditsave() {
			this.fields = this.form.values();
			delete this.form;
		},
		oneditcancel() {
			delete this.form;
		},
	});

	const trigger = (type, paletteLabel, form, more) =>
		RED.nodes.registerType(type, {
			...common,
			paletteLabel,
			defaults: { name: { value: '' }, account, fields: { value: startsOf(form), validate: isComplete(() => form) } },
			outputs: 1,
			...more,
			label() {
				const chosen = this.fields?.events?.value?.split(',') ?? [];
				const one = form.rows[0].choices.find(({ value }) => value === chosen[0])?.label;
				return this.name || (chosen.length > 1 ? `${chosen.length} events` : one) || paletteLabel;
			},
			labelStyle() {
				return this.name ? 'node_label_italic' : '';
			},
			oneditprepare() {
				suggestAccount(this);
				this.form = render($('#meeting-assistant-fields'), form, this.fields ?? {}, accountNow);
			},
			oneditsave() {
				this.fields = this.form.values();
				delete this.form;
			},
			oneditcancel() {
				delete this.form;
			},
		});

	trigger('meeting-assistant-event', 'meeting event', forms.event, { inputs: 0 });
	trigger('meeting-assistant-poll', 'meeting poll', forms.poll, { inputs: 1 });
})();
