import { kinds } from '../../faults/rule.ts';

/** Hides fields that are not of the chosen kind of fault, where the browser can look at what is chosen. */
const chosen = (kind: string) => `form:has(option[value="${kind}"]:checked)`;
const fieldOf: Readonly<Record<string, string>> = {
	'rate-limited': 'rate-limited',
	'slow-first-byte': 'slow',
	'slow-body': 'slow',
	'clock-skew': 'clock-skew',
	redirect: 'redirect',
	'internal-error': 'after',
	unavailable: 'after',
	'connection-reset': 'after',
};
const shown = kinds.flatMap((kind) => (fieldOf[kind] === undefined ? [] : [`${chosen(kind)} label.${fieldOf[kind]}`]));

export const formStyle = `
section > form { display: grid; gap: .75rem; margin-top: 1.1rem; }
label { display: grid; gap: .25rem; font-size: .875rem; color: var(--muted); align-content: end; }
label.check { display: flex; align-items: center; gap: .5rem; color: var(--text); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
fieldset { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .35rem; font-size: .875rem; color: var(--muted); }
input, select, button { font: inherit; color: var(--text); min-width: 0; max-width: 100%; }
input:not([type=checkbox]), select {
	width: 100%; min-height: 2.25rem; padding: .3rem .6rem; border: 1px solid var(--field); border-radius: 6px;
	background: var(--surface);
}
input::placeholder { color: var(--muted); opacity: 1; }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); }
button {
	min-height: 2.25rem; padding: .3rem .8rem; border: 1px solid var(--field); border-radius: 6px;
	background: var(--surface); cursor: pointer;
}
button:hover { background: var(--tint); border-color: var(--accent); }
button:disabled { opacity: .6; cursor: progress; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.main:hover { filter: brightness(1.1); }
td button { min-height: 1.75rem; padding: 0 .6rem; font-size: .875rem; }
.note { margin-top: -.4rem; font-size: .8125rem; color: var(--muted); }
.chooser { display: flex; gap: .5rem; align-items: end; }
@supports selector(:has(*)) {
	label.of { display: none; }
	${shown.join(', ')} { display: grid; }
	${shown.filter((rule) => rule.endsWith('.after')).join(', ')} { display: flex; }
}
`;
