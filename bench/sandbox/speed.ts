import Table from 'cli-table3';
import { z } from 'zod/v4';
import { api } from '../../src/api/index.ts';
import { startPrism } from './prism.ts';
import { startSandboxProcess } from './sandboxProcess.ts';
import { installTools, load } from './tools.ts';

const SECONDS = 8;
const WARM_UP_SECONDS = 2;

/** Requests a second of the sandbox and of Prism mocking the sandbox's own OpenAPI document, one after the other. */
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
	const measure = async (url: string) => {
		const rates: number[] = [];
		for (const { asked } of targets) {
			const one = { url: url + asked, key: sandbox.key };
			await load({ ...one, seconds: WARM_UP_SECONDS });
			rates.push((await load({ ...one, seconds: SECONDS })).requests.average);
		}
		return rates;
	};
	const withPrism = async (described: object) => {
		const prism = await startPrism(described);
		try {
			return await measure(prism.url);
		} finally {
			prism.stop();
		}
	};
	const own = await measure(sandbox.url);
	sandbox.stop();
	const plain = await withPrism(document);
	const same = await withPrism(withExamples(document, answers));
	const table = new Table({
		head: ['requests/s', 'sandbox', 'Prism', 'times', 'Prism, same bytes', 'times'],
		colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	for (const [index, { name }] of targets.entries()) {
		const [ours, theirs, equal] = [own[index] ?? 0, plain[index] ?? 0, same[index] ?? 0];
		table.push([name, ...[ours, theirs].map(whole), times(ours, theirs), whole(equal), times(ours, equal)]);
	}
	console.log(`${table}\n“Prism” answers with samples of its own, of one item each; “same bytes”: with the sandbox's answers as examples.`);
}

const whole = (rate: number): string => rate.toFixed(0);
const times = (ours: number, theirs: number): string => `${(ours / theirs).toFixed(1)} ×`;

const Media = z.looseObject({ 'application/json': z.looseObject({}) });
const Get = z.looseObject({ responses: z.looseObject({ '200': z.looseObject({ content: Media }) }) });
const Document = z.looseObject({ paths: z.record(z.string(), z.looseObject({ get: Get.optional() })) });

/** The document, with answers of the sandbox as the examples of what was asked for. */
function withExamples(document: z.output<typeof Document>, answers: ReadonlyMap<string, unknown>) {
	const copy = structuredClone(document);
	for (const [path, example] of answers) {
		const media = copy.paths[path]?.get?.responses['200'].content['application/json'];
		if (media !== undefined) media.example = example;
	}
	return copy;
}
