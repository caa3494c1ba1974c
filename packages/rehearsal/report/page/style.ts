/** The report's whole style, for light and dark. */
export const style = `
:root {
	color-scheme: light dark;
	--page: light-dark(#f6f7f8, #14171a);
	--card: light-dark(#fff, #1c2024);
	--text: light-dark(#1c2024, #e8eaec);
	--soft: light-dark(#5c6670, #9aa4ae);
	--line: light-dark(#dfe3e7, #31373d);
	--good: light-dark(#0f766e, #5eead4);
	--bad: light-dark(#b42318, #ff9b8f);
	--badBack: light-dark(#fef1ef, #3a1b18);
	--warn: light-dark(#8a5a00, #f5c66b);
	--warnBack: light-dark(#fff7e6, #36290f);
	--bar: light-dark(#0f766e, #2dd4bf);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 32px 20px 64px }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 4px; overflow-wrap: anywhere }
h2 { font-size: 17px; margin: 36px 0 10px }
p { margin: 0 0 8px }
.soft { color: var(--soft) }
.small { font-size: 13px }
.verdict { font-size: 18px; margin: 18px 0; padding: 16px 18px; border-radius: 10px; background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--good); overflow-wrap: anywhere }
.verdict.bad { border-left-color: var(--bad) }
.problem { margin: 0 0 10px; padding: 12px 16px; border-radius: 8px; background: var(--warnBack); border: 1px solid var(--line); overflow-wrap: anywhere }
.problem.bad { background: var(--badBack) }
.plans { margin: 14px 0 }
.problem strong { color: var(--warn) }
.problem.bad strong { color: var(--bad) }
.problem p { margin: 4px 0 0 }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 12px }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px }
.figure b { display: block; font-size: 26px; line-height: 1.2; font-variant-numeric: tabular-nums }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top }
td.number, th.number { text-align: right; padding-right: 0 }
.scroll { overflow-x: auto }
.hours { display: grid; grid-template-columns: 62px repeat(24, minmax(14px, 1fr)); gap: 2px; min-width: 560px; font-size: 11px; color: var(--soft) }
.hours span { height: 16px; line-height: 16px; white-space: nowrap }
.hours i { height: 16px; border-radius: 3px; background: light-dark(#eceff1, #24292e) }
.hours .l1 { background: light-dark(#cdebe5, #14423d) }
.hours .l2 { background: light-dark(#93d6ca, #17655c) }
.hours .l3 { background: light-dark(#4cb3a3, #1c8b7e) }
.hours .l4 { background: light-dark(#0f766e, #2dd4bf) }
.hours .over { background: light-dark(#d92d20, #ff7b6d) }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 3px; vertical-align: -1px; margin: 0 4px 0 12px }
.key.l2 { background: light-dark(#93d6ca, #17655c) } .key.over { background: light-dark(#d92d20, #ff7b6d) }
.bars { display: flex; align-items: flex-end; gap: 3px; height: 90px; border-bottom: 1px solid var(--line) }
.bars i { flex: 1; max-width: 26px; min-height: 2px; background: var(--bar); border-radius: 3px 3px 0 0 }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 8px }
summary { cursor: pointer; padding: 9px 14px; overflow-wrap: anywhere }
summary:focus-visible { outline: 2px solid var(--good); outline-offset: 2px; border-radius: 8px }
.inside { padding: 2px 14px 12px }
.run { border-top: 1px solid var(--line); padding: 10px 0 2px; overflow-wrap: anywhere }
.run .failed { color: var(--bad) }
.sent { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; overflow: hidden; background: var(--page) }
.sent header { padding: 8px 12px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.sent pre { margin: 0; padding: 10px 12px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; max-height: 420px; overflow: auto }
.sent.message pre, .sent.email pre { font: 14px/1.5 system-ui, sans-serif }
.sent iframe { display: block; width: 100%; height: 420px; border: 0; background: #fff }
.tag { display: inline-block; font-size: 12px; padding: 0 7px; border-radius: 9px; border: 1px solid var(--line); color: var(--soft); margin-right: 6px }
ul { padding-left: 20px; margin: 0 }
li { margin: 0 0 4px; overflow-wrap: anywhere }
`;
