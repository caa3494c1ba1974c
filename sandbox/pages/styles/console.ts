import { baseStyle } from './base.ts';
import { formStyle } from './forms.ts';
import { tableStyle } from './tables.ts';

export const consoleStyle = `${baseStyle}${tableStyle}${formStyle}
body { font-size: .9375rem; }
header, nav, #notice, main { max-width: 100rem; margin-inline: auto; padding-inline: 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: start; padding-block: 1.5rem 1rem; }
header p { color: var(--muted); }
header strong, header code { color: var(--text); }
h1 { font-size: 1.4rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin-bottom: .75rem; }
h3 { font-size: .9375rem; }
.account { display: grid; gap: .5rem; }
.live { margin-left: auto; display: flex; align-items: center; gap: .75rem; min-height: 2.25rem; }
.live.on span::before {
	content: ''; display: inline-block; width: .55rem; height: .55rem; margin-right: .5rem; border-radius: 50%;
	background: var(--good);
}
.live.lost span::before { background: var(--bad); }
nav { display: none; flex-wrap: wrap; gap: 0 1.1rem; padding-block: .25rem 1rem; }
nav a { padding-block: .35rem; white-space: nowrap; }
.plan { text-transform: capitalize; }
main {
	display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) 22rem; align-items: start; padding-bottom: 3rem;
}
.stack { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
section {
	padding: 1.1rem 1.25rem 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px;
}
.notice { margin-bottom: 1rem; padding: .6rem 1rem; border-radius: 8px; }
.good { color: var(--good); background: var(--good-tint); }
.warn { color: var(--warn); background: var(--warn-tint); }
.bad { color: var(--bad); background: var(--bad-tint); }
.mark {
	display: inline-block; padding: 0 .5rem; border-radius: 6px; font-weight: 600; font-size: .85em; white-space: nowrap;
}
@media (max-width: 84rem) {
	main { grid-template-columns: minmax(0, 1fr); }
	nav { display: flex; }
	.stack + .stack { grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); align-items: start; }
}
@media (max-width: 40rem) {
	.live { margin-left: 0; }
	header, nav, #notice, main { padding-inline: 1rem; }
	header { padding-top: 1.25rem; }
	section { padding-inline: 1rem; }
}
`;
