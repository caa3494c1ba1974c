/**
 * Keeps an open console up to date: polls the page, applies changes row by row, and submits forms without leaving the page.
 * Focused and expanded parts stay as they are.
 */
export const liveScript = `
'use strict';
{
	const EVERY_MS = 1000;
	const find = (id) => document.getElementById(id);
	const [pause, connection, notice] = ['pause', 'connection', 'notice'].map(find);
	// A form that was refused leaves the browser at another address than the page's own.
	const { user } = document.querySelector('[name=token]').form.elements;
	const address = '/?' + new URLSearchParams({ user: user.value });
	const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
	let last = parse(document.documentElement.outerHTML);
	let version = '';
	let timer;

	const updateRow = (old, before, fresh) => {
		for (const [index, cell] of [...fresh.cells].entries()) {
			const known = old.cells[index];
			const isSame = before && cell.isEqualNode(before.cells[index]);
			if (!isSame && !known.contains(document.activeElement)) known.replaceWith(cell.cloneNode(true));
		}
	};

	const updateRows = (old, fresh) => {
		for (const row of [...old.rows]) if (![...fresh.rows].some(({ id }) => id === row.id)) row.remove();
		[...fresh.rows].forEach((row, index) => {
			const known = find(row.id);
			if (known) updateRow(known, last.getElementById(row.id), row);
			else old.insertBefore(row.cloneNode(true), old.rows[index] ?? null);
		});
	};

	const update = (page) => {
		for (const fresh of page.querySelectorAll('[data-live]')) {
			const old = find(fresh.id);
			const [rows, freshRows] = [old, fresh].map((part) => part?.querySelector('tbody'));
			if (rows && freshRows) updateRows(rows, freshRows);
			else if (old && !fresh.isEqualNode(last.getElementById(fresh.id))) old.replaceWith(fresh.cloneNode(true));
		}
		const token = page.querySelector('[name=token]');
		for (const field of document.querySelectorAll('[name=token]')) if (token) field.value = token.value;
		last = page;
	};

	const tell = (state, text) => {
		connection.parentElement.className = 'live ' + state;
		if (connection.textContent !== text) connection.textContent = text;
	};

	const isPaused = () => pause.getAttribute('aria-pressed') === 'true';

	const refresh = async () => {
		clearTimeout(timer);
		try {
			const answer = await fetch(address, { cache: 'no-store', headers: { 'If-None-Match': version } });
			if (answer.ok) {
				version = answer.headers.get('ETag') ?? '';
				update(parse(await answer.text()));
			} else if (answer.status !== 304) throw answer;
			tell('on', 'Up to date');
		} catch {
			tell('on lost', 'No connection to the sandbox');
		}
		schedule();
	};

	const schedule = () => {
		clearTimeout(timer);
		if (!isPaused() && !document.hidden) timer = setTimeout(refresh, EVERY_MS);
	};

	pause.hidden = false;
	pause.addEventListener('click', () => {
		pause.setAttribute('aria-pressed', String(!isPaused()));
		if (isPaused()) tell('', 'Paused');
		else refresh();
		schedule();
	});
	document.addEventListener('visibilitychange', () => { if (!document.hidden && !isPaused()) refresh(); });

	/** A refused form stays as it is, and says why. One that succeeded starts anew, unless it is part of a row. */
	const showOutcome = (form, fresh) => {
		form.querySelector('.problem')?.remove();
		const problem = fresh && fresh.querySelector('.problem');
		if (problem) form.append(problem.cloneNode(true));
		if (!fresh || problem || notice.querySelector('.bad')) return form;
		const next = fresh.cloneNode(true);
		form.replaceWith(next);
		return next;
	};

	// After the first click of a double click, the form may have started anew, and would be sent again.
	document.addEventListener('click', (event) => { if (event.detail > 1 && event.target.closest('.main')) event.preventDefault(); });

	document.addEventListener('submit', async (event) => {
		const { target: form, submitter: button } = event;
		if (form.method !== 'post') return;
		event.preventDefault();
		const fields = new FormData(form, button);
		const body = form.enctype === 'multipart/form-data' ? fields : new URLSearchParams(fields);
		button.disabled = true;
		try {
			const page = parse(await (await fetch(form.action, { method: 'POST', body })).text());
			notice.replaceChildren(...page.getElementById('notice').cloneNode(true).childNodes);
			button.disabled = false;
			const isAt = [...form.elements].indexOf(button);
			const shown = showOutcome(form, form.id && page.getElementById(form.id));
			shown.elements[isAt]?.focus();
			shown.querySelector('.problem')?.scrollIntoView({ block: 'nearest' });
			update(page);
		} catch {
			tell('on lost', 'No connection to the sandbox');
		}
		button.disabled = false;
	});
	tell('on', 'Up to date');
	schedule();
}
`;
