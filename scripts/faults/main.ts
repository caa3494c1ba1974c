import { sceneOf } from './plan.ts';
import { play } from './run.ts';

const { argv } = process;
const value = (name: string, otherwise: number) => {
	const at = argv.indexOf(`--${name}`);
	return at < 0 ? otherwise : Number(argv[at + 1]);
};
const one = value('seed', 0);
if (one) {
	const p = await play(one);
	console.log(p.scene);
	for (const e of p.exchanges) console.log(e.at, e.endedAt, e.request, e.nth, e.fate.answer, e.fate.processed, e.processed, e.credits, JSON.stringify(e.fate.odd).slice(0,100));
	for (const s of p.happened.steps) console.log(s);
	console.log(p.happened.calls);
	console.log(p.findings);
} else {
	const counts: Record<string, number[]> = {};
	for (let seed = 1; seed <= value('runs', 20); seed++) {
		if (process.env.ONLY && sceneOf(seed) !== process.env.ONLY) continue;
		const t = performance.now();
		const p = await play(seed);
		if (p.findings.length || process.env.V) console.log(seed, p.scene, Math.round(performance.now() - t), p.findings.map((f) => `${f.invariant} ${f.what.slice(0, 130)}`));
		for (const f of p.findings) (counts[f.invariant] ??= []).push(seed);
	}
	console.log(counts);
}
