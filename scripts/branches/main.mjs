import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const SUMMARY = 'coverage/coverage-summary.json';

rmSync(SUMMARY, { force: true });
const coverage = ['--coverage', '--coverageProvider=v8', '--collectCoverageFrom=src/**/*.ts', '--coverageReporters=json-summary', '--coverageReporters=html'];
const { status } = spawnSync('npm', ['run', '--silent', 'jest', '--', ...process.argv.slice(2), ...coverage], { stdio: 'inherit', shell: process.platform === 'win32' });

const folders = new Map();
for (const [file, { branches, lines }] of Object.entries(JSON.parse(readFileSync(SUMMARY, 'utf8')))) {
	const folder = file === 'total' ? 'all' : relative('.', dirname(file)).split(/[\\/]/).slice(0, 2).join('/');
	const sum = folders.get(folder) ?? { branches: 0, taken: 0, lines: 0, run: 0 };
	folders.set(folder, {
		branches: sum.branches + branches.total,
		taken: sum.taken + branches.covered,
		lines: sum.lines + lines.total,
		run: sum.run + lines.covered,
	});
}

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const rows = [...folders].sort().map(([folder, { branches, taken, lines, run }]) => [folder, `${taken} of ${branches}`, percent(taken, branches), percent(run, lines)]);
for (const [folder, count, branches, lines] of [['', 'branches', 'branches', 'lines'], ...rows]) {
	process.stdout.write(`${folder.padEnd(16)}${count.padStart(14)}${branches.padStart(10)}${lines.padStart(10)}\n`);
}
process.exitCode = status ?? 1;
