/** Tables of the console: in frames that scroll, and on a narrow screen one card for each row. */
export const tableStyle = `
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
td code { overflow-wrap: anywhere; }
summary code, .key { overflow-wrap: normal; }
th.number, td.number, th.action, td.action { text-align: right; }
td .muted { font-size: .85em; }
.empty { color: var(--muted); }
summary { cursor: pointer; }
details p { margin-top: .5rem; }
@media (min-width: 40rem) { .request { display: inline-block; min-width: 15rem; } }
@media (min-width: 80rem) { details[open] { min-width: 15rem; } }
.stack + .stack .frame { max-height: 20rem; }
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
