import { baseStyle } from './base.ts';

export const shareStyle = `${baseStyle}
body { background: var(--surface); }
header, aside, main, footer { width: 100%; max-width: 44rem; margin-inline: auto; padding-inline: 1.25rem; }
header { padding-top: 3rem; }
aside { padding-top: 1rem; }
main { margin-top: 1.5rem; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); letter-spacing: -.015em; }
h2 { font-size: 1.3rem; margin-bottom: 1rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
.about { margin-top: .6rem; color: var(--muted); }
.people { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; }
.people li { padding: .15rem .7rem; border-radius: 1rem; background: var(--tint); font-size: .9rem; }
section { padding-block: 1.75rem; border-top: 1px solid var(--line); }
section ul { padding-left: 1.2rem; }
section li + li { margin-top: .3rem; }
.due { color: var(--muted); font-size: .9rem; }
.turns { list-style: none; }
.turns li + li { margin-top: 1.1rem; }
.said { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; }
.said strong { color: var(--accent); }
.said span { color: var(--muted); font-size: .8rem; font-variant-numeric: tabular-nums; }
footer { padding-block: 1rem 3rem; color: var(--muted); font-size: .875rem; }
.gone { min-height: 80vh; display: grid; align-content: center; gap: 1rem; text-align: center; }
@media (min-width: 40rem) {
	aside h2 { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); }
}
@media (max-width: 40rem) {
	body { display: flex; flex-direction: column; min-height: 100vh; }
	aside, footer { order: 1; }
}
@media print { .skip { display: none; } .turns li { break-inside: avoid; } }
`;

/** The same conversation in the console, with its feedback. */
export const conversationStyle = `${shareStyle}
header > p:first-child { margin-bottom: .75rem; }
#feedback .people { margin: .75rem 0 1rem; padding: 0; }
.people li + li { margin: 0; }
q { color: var(--muted); }
`;
