import Table from 'cli-table3';
import { z } from 'zod/v4';
import { api } from '../../src/api/index.ts';
import { startPrism } from './loadTools.ts';
import { processorMs } from './loadTools.ts';
import { startSandboxProcess } from './sandboxProcess.ts';
import { installTools, load } from './loadTools.ts';

const ROUNDS = 3;
const SECONDS = 3;

interface Server {
	readonly name: string;
	readonly url: string;
	readonly pid: number;
}

/** Requests per second of the sandbox and of Prism mocking the sandbox's OpenAPI document, in turns. */
export async function speed(): Promise<void> {
	installTools();
	const sandbox = await startSandboxProcess();
	const targets = [
		{ name: 'list (20 of 100)', path: api.conversations.list.path },
		{ name: 'transcript (500 segments)', path: api.transcript.get.path },
		{ name: 'profile', path: api.user.profile.path },
	].map((target) => ({ ...target, asked: target.path.replace('{id}', sandbox.conversationId) }));
	const document = Document.parse(await (await fetch(`${sandbox.url}/openapi.json`)).json());
	const answers = new Map<string, unknown>();
	for (const { path, asked } of targets) {
		const answer = await fetch(sandbox.url + asked, { headers: { Authorization: `Bearer ${sandbox.key}` } });
		answers.set(path, await answer.json());
	}
	const plain = await startPrism(document);
	const same = await startPrism(withExamples(document, answers));
	const table = new Table({
		head: ['', 'requests/s', 'the sandbox is', 'requests per CPU second', 'the sandbox is'],
		colAligns: ['left', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	for (const { name, asked } of targets) {
		const servers: readonly Server[] = [
			{ name: 'sandbox', ...sandbox },
			{ name: 'Prism, samples of its own', ...plain },
			{ name: 'Prism, the same bytes as examples', ...same },
		];
		const rates = await inTurns(servers, asked, sandbox.key);
		const [own] = rates;
		for (const [index, server] of servers.entries()) {
			const rate = rates[index];
			if (rate === undefined || own === undefined) continue;
			const times = (ours: number, theirs: number) => (index === 0 ? '' : `${(ours / theirs).toFixed(1)} × as fast`);
			table.push([
				`${name}: ${server.name}`,
				rate.second.toFixed(0),
				times(own.second, rate.second),
				rate.processor.toFixed(0),
				times(own.processor, rate.processor),
			]);
		}
	}
	for (const server of [sandbox, plain, same]) server.stop();
	console.log(table.toString());
}

/** The median of several short runs of each server in turns, so that other load affects all of them. */
async function inTurns(servers: readonly Server[], asked: string, key: string) {
	const runs = servers.map(({ url }) => ({ url: url + asked, key, seconds: SECONDS }));
	for (const run of runs) await load({ ...run, seconds: 1 });
	const measured = servers.map((): { second: number[]; processor: number[] } => ({ second: [], processor: [] }));
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const [index, run] of runs.entries()) {
			const pid = servers[index]?.pid ?? 0;
			const before = processorMs(pid);
			const result = await load(run);
			measured[index]?.second.push(result.requests.average);
			measured[index]?.processor.push((1000 * result['2xx']) / (processorMs(pid) - before));
		}
	}
	return measured.map(({ second, processor }) => ({ second: median(second), processor: median(processor) }));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const Media = z.looseObject({ 'application/json': z.looseObject({}) });
const Get = z.looseObject({ responses: z.looseObject({ '200': z.looseObject({ content: Media }) }) });
const Document = z.looseObject({ paths: z.record(z.string(), z.looseObject({ get: Get.optional() })) });

/** The document, with the sandbox's answers as examples. */
function withExamples(document: z.output<typeof Document>, answers: ReadonlyMap<string, unknown>) {
	const copy = structuredClone(document);
	for (const [path, example] of answers) {
		const media = copy.paths[path]?.get?.responses['200'].content['application/json'];
		if (media !== undefined) media.example = example;
	}
	return copy;
}
