import Table from 'cli-table3';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/v4';
import { api } from '../../src/api/index.ts';
import { startSandboxProcess } from './sandboxProcess.ts';

const SEGMENTS = 20_000;
const GOAL_MS = 250;

const said = (index: number): string =>
	`Speaker ${index % 7}: In line ${index} of a very long day we agreed on the offer, and I will send the contract by Friday.`;
const long = Array.from({ length: SEGMENTS }, (_, index) => said(index)).join('\n');

/** Text that no speech recognition writes, among a dozen normal lines. */
const lines = Array.from({ length: 12 }, (_, index) => said(index)).join('\n');
const hostile = [`Speaker 1: ${'a'.repeat(100_000)}`, `Speaker 2: ${'and so on '.repeat(100_000)}`].join('\n');

const meetings: Readonly<Record<string, string>> = {
	[`${SEGMENTS.toLocaleString('en')} segments`]: long,
	'a word of 100,000 letters, a line of 1,000,000 characters': `${lines}\n${hostile}\n${lines}`,
};

const Imported = z.object({ data: z.object({ conversationId: z.string() }) });

/** How long a profile request takes while the sandbox processes a very long or malicious meeting. */
export async function heldUp(): Promise<void> {
	const sandbox = await startSandboxProcess();
	const headers = { Authorization: `Bearer ${sandbox.key}` };
	const post = async (path: string, body: string): Promise<string> => {
		const answer = await fetch(sandbox.url + path, { method: 'POST', headers, body });
		const text = await answer.text();
		return answer.ok ? text : `${answer.status} ${text.slice(0, 100)}`;
	};
	const table = new Table({
		head: ['during', 'duration ms', 'profiles', 'median', 'p95', 'p99', 'max', `below ${GOAL_MS}`],
		colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	const measured = async (name: string, work: () => Promise<string>): Promise<string> => {
		const started = performance.now();
		let working = true;
		const ended = work().finally(() => (working = false));
		const times: number[] = [];
		while (working) {
			const asked = performance.now();
			await (await fetch(sandbox.url + api.user.profile.path, { headers })).arrayBuffer();
			times.push(performance.now() - asked);
			await pause(1);
		}
		const answer = await ended;
		const took = performance.now() - started;
		const sorted = times.toSorted((a, b) => a - b);
		const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
		const failed = answer.startsWith('{') ? '' : `, refused: ${answer}`;
		table.push([
			`${name}${failed}`,
			...[took, times.length, at(0.5), at(0.95), at(0.99), at(1)].map((value) => value.toFixed(0)),
			at(1) < GOAL_MS ? 'yes' : 'NO',
		]);
		return answer;
	};
	await measured('nothing', () => pause(1000, '{}'));
	for (const [name, text] of Object.entries(meetings)) {
		const body = JSON.stringify({ text, filename: 'long.txt' });
		const imported = await measured(`${name}: import`, () => post('/sandbox/meetings', body));
		const path = `/api/v1/conversations/${Imported.parse(JSON.parse(imported)).data.conversationId}`;
		for (const action of ['keypoints', 'feedback', 'email']) {
			await measured(`${name}: ${action}`, () => post(`${path}/${action}`, '{}'));
		}
		await measured(`${name}: query`, () => post(`${path}/query`, JSON.stringify({ query: 'What about the contract?' })));
	}
	const body = JSON.stringify({ text: long, filename: 'long.txt', generateKeyPoints: false });
	await measured('ten imports at once', async () => {
		const answers = await Promise.all(Array.from({ length: 10 }, () => post('/sandbox/meetings', body)));
		return answers.find((answer) => !answer.startsWith('{')) ?? '{}';
	});
	sandbox.stop();
	console.log(table.toString());
}
