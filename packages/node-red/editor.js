(() => {
	const forms = FORMS;
	const named = { str: 'text', num: 'number' };

	const typesOf = ({ types, choices, many, picks, placeholder }, accountOf) =>
		types.map((type) => {
			if (type === 'choice' || type === 'choices') return { value: type, label: 'choice', showLabel: false, options: choices, multiple: many };
			if (type === 'pick') return { value: 'pick', label: 'ID', icon: 'fa fa-search', hasValue: true, autoComplete: search(picks, accountOf) };
			return type;
		});

	const search = (picks, accountOf) => (filter, done) => {
		$.getJSON('meeting-assistant/picks', { account: accountOf(), picks, filter })
			.done(({ picks: found }) => done(found.map(({ id, label }) => ({ value: id, label: $('<span>').text(label) }))))
			.fail(({ responseJSON }) => {
				RED.notify(responseJSON?.message ?? 'The list could not be loaded.', 'warning');
				done([]);
			});
	};

	/** The rows of a form, with what is filled in. `values()` returns what to save. */
	function render(container, { notices, rows, sections }, inputs, accountOf) {
		const shown = [];
		const given = new Map();
		const all = [...rows, ...sections.flatMap((section) => section.rows)];
		const valueNow = (name) => {
			const field = given.get(name);
			return field ? { type: field.typedInput('type'), value: String(field.typedInput('value')) } : undefined;
		};
		/** A value that only a message has may be any. */
		const matches = (showWhen) =>
			Object.entries(showWhen).every(([name, values]) => {
				const now = valueNow(name);
				if (!now || !['choice', 'choices', 'bool', 'str'].includes(now.type)) return true;
				return now.value.split(',').some((value) => values.includes(value));
			});
		const refresh = () => shown.forEach(({ element, showWhen }) => element.toggle(matches(showWhen)));

		const addRow = (parent, row) => {
			const element = $('<div class="form-row meeting-assistant-row">').appendTo(parent);
			const id = `meeting-assistant-${row.name}`;
			$('<label>').attr('for', id).text(row.label).toggleClass('meeting-assistant-required', row.required).appendTo(element);
			const side = $('<div>').appendTo(element);
			const field = $('<input type="text">').attr({ id, placeholder: row.placeholder && `e.g. ${row.placeholder}` }).appendTo(side);
			const { type, value } = inputs[row.name] ?? row.start;
			field.typedInput({ types: typesOf(row, accountOf), default: row.types[0] });
			field.typedInput('type', type);
			field.typedInput('value', value);
			field.typedInput('width', '100%');
			if (row.help) $('<div class="meeting-assistant-help">').text(row.help).appendTo(side);
			given.set(row.name, field);
			shown.push({ element, showWhen: row.showWhen });
			field.on('change', refresh);
		};

		container.empty();
		for (const { text, showWhen } of notices) {
			const element = $('<div class="form-tips meeting-assistant-notice">').html(text).appendTo(container);
			shown.push({ element, showWhen });
		}
		for (const row of rows) addRow(container, row);
		for (const { title, help, rows: extra, showWhen } of sections) {
			const element = $('<details class="meeting-assistant-section">').appendTo(container);
			const filled = extra.filter(({ name, start }) => inputs[name] && (inputs[name].value !== start.value || inputs[name].type !== start.type)).length;
			$('<summary>').text(title).append(filled ? $('<span class="meeting-assistant-count">').text(filled) : '').appendTo(element);
			if (help) $('<div class="meeting-assistant-help">').text(help).appendTo(element);
			for (const row of extra) addRow(element, row);
			element.prop('open', filled > 0);
			shown.push({ element, showWhen });
		}
		refresh();
		return {
			values: () =>
				Object.fromEntries(all.map(({ name }) => [name, valueNow(name)]).filter(([, input]) => input && input.value !== '')),
		};
	}

	const resourceOf = (id) => forms.resources.find((resource) => resource.id === id) ?? forms.resources[0];
	const operationOf = ({ resource, operation }) => resourceOf(resource).operations.find(({ id }) => id === operation);

	const missing = (form, inputs) =>
		form.rows.filter(({ name, required, showWhen, start }) => required && Object.keys(showWhen).length === 0 && start.value === '' && !inputs?.[name]?.value);

	const isComplete = (formOf) =>
		function (inputs, options) {
			const [first] = missing(formOf(this) ?? { rows: [] }, inputs);
			if (!first) return true;
			return options ? `${first.label} is empty` : false;
		};

	const common = {
		category: 'meeting assistant',
		color: '#9fd4c7',
		icon: 'meetingAssistant.svg',
		paletteLabel: '',
	};
	const account = { value: '', type: 'meeting-assistant-account', required: true };
	const accountNow = () => $('#node-input-account').val();
	const fillOptions = (select, entries) => {
		select.empty();
		for (const { id, name } of entries) $('<option>').val(id).text(name).appendTo(select);
	};

	RED.nodes.registerType('meeting-assistant-account', {
		category: 'config',
		defaults: {
			name: { value: '' },
			baseUrl: { value: '', required: true },
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
			inputs: { value: {}, validate: isComplete((node) => operationOf(node)?.form) },
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
			const resource = $('#node-input-resource');
			const operation = $('#node-input-operation');
			const show = () => {
				const chosen = operationOf({ resource: resource.val(), operation: operation.val() });
				const isSaved = resource.val() === this.resource && operation.val() === this.operation;
				$('#meeting-assistant-about').text(chosen.help);
				this.form = render($('#meeting-assistant-fields'), chosen.form, isSaved ? this.inputs : {}, accountNow);
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
			this.inputs = this.form.values();
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
			defaults: { name: { value: '' }, account, inputs: { value: {}, validate: isComplete(() => form) } },
			outputs: 1,
			...more,
			label() {
				const chosen = this.inputs?.events?.value?.split(',') ?? [];
				const one = form.rows[0].choices.find(({ value }) => value === chosen[0])?.label;
				return this.name || (chosen.length > 1 ? `${chosen.length} events` : one) || paletteLabel;
			},
			labelStyle() {
				return this.name ? 'node_label_italic' : '';
			},
			oneditprepare() {
				this.form = render($('#meeting-assistant-fields'), form, this.inputs, accountNow);
			},
			oneditsave() {
				this.inputs = this.form.values();
				delete this.form;
			},
			oneditcancel() {
				delete this.form;
			},
		});

	trigger('meeting-assistant-event', 'meeting event', forms.event, { inputs: 0 });
	trigger('meeting-assistant-poll', 'meeting poll', forms.poll, { inputs: 1 });
})();
