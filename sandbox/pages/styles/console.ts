import { kinds } from '../../faults/rule.ts';
import { baseStyle } from './base.ts';

/** Fields that belong to the chosen kind of fault. In browsers that support :has, all others are hidden. */
const shown = kinds.map((kind) => `form:has(option[value="${kind}"]:checked) .of.${kind}`);

const formStyle = `
section > .form { display: grid; gap: .75rem; margin-top: 1.1rem; }
.row { display: flex; flex-wrap: wrap; gap: .35rem .75rem; align-items: center; }
@media (min-width: 40.01rem) { .action > div > .row { justify-content: flex-end; } }
.problem .notice { margin: 0; }
label { display: grid; gap: .25rem; font-size: .875rem; color: var(--muted); align-content: end; }
label.check { display: flex; align-items: center; gap: .5rem; color: var(--text); }
fieldset { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; margin-bottom: .35rem; font-size: .875rem; color: var(--muted); }
input, select, textarea, button { font: inherit; color: var(--text); min-width: 0; max-width: 100%; }
input:not([type=checkbox]), select, textarea {
	width: 100%; min-height: 2.25rem; padding: .3rem .6rem; border: 1px solid var(--field); border-radius: 6px;
	background: var(--surface);
}
::placeholder { color: var(--muted); opacity: 1; }
textarea { display: block; resize: vertical; line-height: 1.4; }
input[type=file] { padding: .35rem; font-size: .875rem; }
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
.chooser { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: .75rem; }
header .chooser { margin: 0; }
@supports selector(:has(*)) {
	label.of { display: none; }
	${shown.join(', ')} { display: grid; }
	${shown.map((rule) => `${rule}.check`).join(', ')} { display: flex; }
}
`;

/** Tables of the console, in frames that scroll. On a narrow screen each row becomes a card. */
const tableStyle = `
.frame {
	position: relative; max-height: 26rem; overflow: auto; margin-inline: -1.25rem; border-block: 1px solid var(--line);
}
section > div:last-child > .frame { border-bottom: 0; margin-bottom: -1.25rem; border-radius: 0 0 10px 10px; }
.frame:focus-visible { outline-offset: -3px; }
table { width: 100%; border-collapse: collapse; }
th {
	position: sticky; top: 0; background: var(--surface); box-shadow: 0 1px var(--line);
	text-align: left; font-size: .8rem; font-weight: 600; color: var(--muted); white-space: nowrap;
}
th, td { padding: .5rem .75rem; vertical-align: top; }
:is(th, td):first-child { padding-left: 1.25rem; }
:is(th, td):last-child { padding-right: 1.25rem; }
tr + tr td { border-top: 1px solid var(--line); }
td time, td.number, td.action, summary, .key { white-space: nowrap; }
td :is(code, a, .muted) { overflow-wrap: anywhere; }
td .mark { white-space: normal; }
summary code, .key { overflow-wrap: normal; }
th.number, td.number, th.action, td.action { text-align: right; }
td .muted { font-size: .85em; }
.empty { color: var(--muted); }
summary { cursor: pointer; }
details p { margin-top: .5rem; }
@media (min-width: 40rem) { .request { display: inline-block; min-width: 15rem; } }
@media (min-width: 80rem) { details[open] { min-width: 15rem; } }
.stack + .stack .frame { max-height: 20rem; }
@media (min-width: 40rem) and (max-width: 62rem) {
	th, td { padding-inline: .35rem; }
	th, td time { white-space: normal; }
	td time { display: inline-block; min-width: 5.25rem; }
	.request { min-width: 11rem; }
}
@media (max-width: 40rem) {
	.frame { max-height: 32rem; margin-inline: -1rem; }
	table, tbody, tr, td { display: block; }
	thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	tr { padding: .7rem 1rem; }
	tr + tr { border-top: 1px solid var(--line); }
	tr + tr td { border-top: 0; }
	td, :is(th, td):first-child, :is(th, td):last-child { padding: .1rem 0; }
	td.number, td.action { text-align: left; }
	td { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .5rem; }
	td::before { content: attr(data-label); color: var(--muted); font-size: .85rem; }
	td.nothing { display: none; }
}
`;

export const consoleStyle = `${baseStyle}${tableStyle}${formStyle}
html { scroll-padding-top: 4.5rem; }
body { font-size: .9375rem; }
header, nav, #notice, main { max-width: 100rem; margin-inline: auto; padding-inline: 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: start; padding-block: 1.5rem 1rem; }
header p { color: var(--muted); }
header strong, header code { color: var(--text); }
h1 { font-size: 1.4rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin-bottom: .75rem; }
.account { display: grid; gap: .5rem; }
.live { margin-left: auto; display: flex; align-items: center; gap: .75rem; min-height: 2.25rem; }
.live.on span::before {
	content: ''; display: inline-block; width: .55rem; height: .55rem; margin-right: .5rem; border-radius: 50%;
	background: var(--good);
}
.live.lost span::before { background: var(--bad); }
nav { display: flex; flex-wrap: wrap; gap: 0 1.1rem; padding-block: .25rem 1rem; }
nav a { padding-block: .35rem; white-space: nowrap; }
.plan { text-transform: capitalize; }
main {
	display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) 22rem; align-items: start; padding-bottom: 3rem;
}
.stack { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section {
	padding: 1.1rem 1.25rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
}
#notice { position: sticky; top: .5rem; z-index: 2; }
.notice { margin-bottom: 1rem; padding: .6rem 1rem; border-radius: 8px; }
.good { color: var(--good); background: var(--good-tint); }
.warn { color: var(--warn); background: var(--warn-tint); }
.bad { color: var(--bad); background: var(--bad-tint); }
.mark {
	display: inline-block; padding: 0 .5rem; border-radius: 6px; font-weight: 600; font-size: .85em; white-space: nowrap;
}
@media (max-width: 84rem) {
	main { grid-template-columns: minmax(0, 1fr); }
	.stack + .stack { grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); align-items: start; }
}
@media (min-width: 44rem) and (max-width: 84rem) { #faults { grid-column: -2 / -1; grid-row: 1 / span 2; } }
@media (max-width: 40rem) {
	.live { margin-left: 0; }
	header, nav, #notice, main { padding-inline: 1rem; }
	header { padding-top: 1.25rem; }
	section { padding-inline: 1rem; }
}
`;
