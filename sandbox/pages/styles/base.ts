/**
 * Colors, type and spacing of all pages. All text has a contrast of at least 4.5. Nothing moves, so there is no motion to
 * reduce.
 */
export const baseStyle = `
:root {
	color-scheme: light dark;
	--ground: #f6f7f8; --surface: #fff; --line: #dcdfe4; --field: #82898f; --text: #1b1f24; --muted: #565e68;
	--accent: #0f766e; --on-accent: #fff; --tint: #e3f1ef; --good: #15693a; --warn: #8a4b00; --bad: #b3261e;
	--good-tint: #e2f3e8; --warn-tint: #fbeeda; --bad-tint: #fce8e6;
}
@media (prefers-color-scheme: dark) {
	:root {
		--ground: #101316; --surface: #181c20; --line: #2d343b; --field: #78828d; --text: #e7eaed; --muted: #a2abb5;
		--accent: #5cc8ba; --on-accent: #06231f; --tint: #17312e; --good: #7fd6a0; --warn: #f0b866; --bad: #ff9b92;
		--good-tint: #17301f; --warn-tint: #35270f; --bad-tint: #3b1b18;
	}
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
	margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word;
	font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
h1, h2, h3 { line-height: 1.25; text-wrap: balance; margin: 0; }
p, ul, ol, dl, dd { margin: 0; }
ul, ol { padding: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
code { font: .875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
.whole, time { white-space: nowrap; }
time, .number { font-variant-numeric: tabular-nums; }
.muted { color: var(--muted); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--surface); z-index: 1; }
.skip:focus { top: 1rem; }
.unseen {
	position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
	white-space: nowrap;
}
`;
