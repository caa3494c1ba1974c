(() => {
	const forms = FORMS;
	const typesOf = ({ types, choices, picks }, accountOf) =>
		types.map((type) => {
			if (type === 'choice' || type === 'choices') return { value: type, label: 'choice', showLabel: false, options: choices, multiple: type === 'choices' };
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
	function render(container, { notices, rows, sections }, filled, accountOf) {
		const shown = [];
		const given = new Map();
		const all = [...rows, ...sections.flatMap((section) => section.rows)];
		const valueNow = (name) => given.get(name)?.();
		/** A value that only a message has may be any. */
		const matches = (showWhen) =>
			Object.entries(showWhen).every(([name, values]) => {
				const now = valueNow(name);
				if (!now || !['choice', 'choices', 'bool', 'str'].includes(now.type)) return true;
				return now.value.split(',').some((value) => values.includes(value));
			});
		const refresh = () => shown.forEach(({ element, showWhen, any }) => element.toggle(matches(showWhen) && (!any || any.some((row) => matches(row.showWhen)))));

		const addTyped = (parent, id, row, { type, value }) => {
			const field = $('<input type="text">').attr({ id, placeholder: row.placeholder && `e.g. ${row.placeholder}` }).appendTo(parent);
			field.typedInput({ types: typesOf(row, accountOf), default: row.types[0] });
			field.typedInput('type', type);
			field.typedInput('value', value);
			field.on('change', refresh);
			return () => ({ type: field.typedInput('type'), value: String(field.typedInput('value')) });
		};
		/** Several of a fixed list, each with what it means. */
		const addChecks = (parent, id, { choices }, { value }) => {
			const list = $('<div class="meeting-assistant-checks">').attr({ id, role: 'group' }).appendTo(parent);
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
			$('<label>').attr('for', id).text(row.label).toggleClass('meeting-assistant-required', row.required).appendTo(element);
			const side = $('<div>').appendTo(element);
			const { type, value } = filled[row.name] ?? row.start;
			const read = (row.types.join() === 'choices' ? addChecks : addTyped)(side, id, row, { type, value });
			if (row.help) $('<div class="meeting-assistant-help">').text(row.help).appendTo(side);
			given.set(row.name, read);
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
			const changed = extra.filter(({ name, start }) => filled[name] && (filled[name].value !== start.value || filled[name].type !== start.type)).length;
			$('<summary>').text(title).append(changed ? $('<span class="meeting-assistant-count">').text(changed) : '').appendTo(element);
			if (help) $('<div class="meeting-assistant-help">').text(help).appendTo(element);
			for (const row of extra) addRow(element, row);
			element.prop('open', changed > 0);
			shown.push({ element, showWhen, any: extra });
		}
		refresh();
		return {
			values: () =>
				Object.fromEntries(all.map(({ name }) => [name, valueNow(name)]).filter(([, input]) => input && input.value !== '')),
		};
	}

	const resourceOf = (id) => forms.resources.find((resource) => resource.id === id) ?? forms.resources[0];
	const operationOf = ({ resource, operation }) => resourceOf(resource).operations.find(({ id }) => id === operation);

	/** What a new node has. */
	const startsOf = ({ rows }) => Object.fromEntries(rows.filter(({ start }) => start.value !== '').map(({ name, start }) => [name, start]));

	const missing = (form, filled) =>
		form.rows.filter(({ name, required, showWhen }) => required && Object.keys(showWhen).length === 0 && !filled?.[name]?.value);

	const isComplete = (formOf) =>
		function (filled, options) {
			const [first] = missing(formOf(this) ?? { rows: [] }, filled);
			if (!first) return true;
			return options ? `${first.label} is empty` : false;
		};

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

	/** A node with a form, which `showForm` renders when the node is opened. */
	const registerNode = (type, { showForm, defaults, label, ...more }) =>
		RED.nodes.registerType(type, {
			category: 'meeting assistant',
			color: '#9fd4c7',
			icon: 'meetingAssistant.svg',
			outputs: 1,
			...more,
			defaults: { name: { value: '' }, account: { value: '', type: 'meeting-assistant-account', required: true }, ...defaults },
			label() {
				return this.name || label(this) || more.paletteLabel;
			},
			labelStyle() {
				return this.name ? 'node_label_italic' : '';
			},
			oneditprepare() {
				showForm(this, (form, filled) => {
					this.form = render($('#meeting-assistant-fields'), form, filled, () => $('#node-input-account').val());
				});
			},
			oneditsave() {
				this.fields = this.form.values();
				delete this.form;
			},
			oneditcancel() {
				delete this.form;
			},
		});

	registerNode('meeting-assistant', {
		paletteLabel: 'meeting assistant',
		inputs: 1,
		defaults: {
			resource: { value: 'conversation' },
			operation: { value: resourceOf('conversation').start },
			fields: { value: startsOf(operationOf({ resource: 'conversation', operation: resourceOf('conversation').start }).form), validate: isComplete((node) => operationOf(node)?.form) },
		},
		label: (node) => operationOf(node)?.action,
		showForm(node, show) {
			const resource = $('#node-input-resource');
			const operation = $('#node-input-operation');
			const showChosen = () => {
				const chosen = operationOf({ resource: resource.val(), operation: operation.val() });
				const isSaved = resource.val() === node.resource && operation.val() === node.operation;
				$('#meeting-assistant-about').text(chosen.help);
				show(chosen.form, isSaved ? node.fields : {});
			};
			fillOptions(resource, forms.resources);
			resource.val(resourceOf(node.resource).id);
			const listOperations = (id) => {
				const { operations, start } = resourceOf(resource.val());
				fillOptions(operation, operations);
				operation.val(operations.some((one) => one.id === id) ? id : start);
				showChosen();
			};
			listOperations(node.operation);
			resource.on('change', () => listOperations());
			operation.on('change', showChosen);
		},
	});

	const registerTrigger = (type, paletteLabel, form, inputs) =>
		registerNode(type, {
			paletteLabel,
			inputs,
			defaults: { fields: { value: startsOf(form), validate: isComplete(() => form) } },
			label({ fields }) {
				const chosen = fields?.events?.value?.split(',') ?? [];
				return chosen.length > 1 ? `${chosen.length} events` : form.rows[0].choices.find(({ value }) => value === chosen[0])?.label;
			},
			showForm: (node, show) => show(form, node.fields),
		});

	registerTrigger('meeting-assistant-event', 'meeting event', forms.event, 0);
	registerTrigger('meeting-assistant-poll', 'meeting poll', forms.poll, 1);
})();
