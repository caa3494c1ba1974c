import * as zod from 'zod/v4';
import { readDetails } from '../../src/triggers/index.ts';
import { dueDates } from '../../src/format/index.ts';
import { catalogue, type TextFile } from '../../src/operations/index.ts';
import { Refusal } from '../../src/words/index.ts';
import type { Sample } from './outputs.ts';
import { running } from './run.ts';
import { files, filesOf, shownDetail, type Defer, type NamedFile, type ShownDetail } from './shown.ts';
import { step, type Step, type Z, type ZapierFunction } from './step.ts';
import { terms } from './terms.ts';

const About = zod.object({ conversation_id: zod.string(), start_time: zod.string().nullable().catch(null) });

/** Reads one detail when a Zap uses it, and not before: one request, no AI credit. */
const hydrator = (name: ShownDetail): ZapierFunction<unknown> =>
	step(async ({ connect, meta, sleep, inputData }) => {
		const { conversation_id: conversationId, start_time: startTime } = About.parse(inputData);
		const read = await readDetails([name], { conversationId, title: undefined }, { connect: async () => connect(), sleep, terms });
		if (!read.ok) throw new Refusal(read.reason, 'Run the step again in a few minutes', { code: 'details_not_read' });
		return shownDetail[name](read, dueDates(startTime, meta.timezone));
	});

const stash = ({ stashFile }: Z, { text, fileName, mimeType }: TextFile): Promise<string> =>
	stashFile(text, Buffer.byteLength(text), fileName, mimeType).catch(() => {
		throw new Refusal('Zapier could not store the file', 'Run the step again in a few minutes', { code: 'file_not_stored' });
	});

/** Makes a file when a Zap uses it, by an operation that reads what is saved then, and hands it to Zapier. No AI credit. */
function fileReader({ of, format }: NamedFile): ZapierFunction<string> {
	const [resourceId, id] = of === 'transcript' ? ['conversation', 'getTranscript'] : [of, 'get'];
	const [maker] = catalogue.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation }))).filter(({ resource, operation }) => resource.id === resourceId && operation.id === id);
	const work = async (given: Step): Promise<string> => {
		const asked = { format, asFile: true, ...(of === 'keyPoints' && { conversationDate: given.inputData['start_time'] }) };
		for await (const { file } of maker ? running(maker, given, asked).results : []) if (file && file.text !== '') return await stash(given.z, file);
		throw new Refusal('There is nothing yet to put into the file', 'Run the step again in a few minutes', { code: 'empty_file' });
	};
	return step(work, { operation: maker?.operation });
}

const fileReaders: Readonly<Record<string, ZapierFunction<string>>> = Object.fromEntries(files.map((file) => [file.name, fileReader(file)]));

/** Zapier finds a hydrator by identity, and saved Zap runs find it by name. */
export const hydrators = {
	...fileReaders,
	readFeedback: hydrator('feedback'),
	readKeyPoints: hydrator('keyPoints'),
	readTranscript: hydrator('transcript'),
};

const readers: { readonly [N in ShownDetail]: ZapierFunction<unknown> } = {
	feedback: hydrators.readFeedback,
	keyPoints: hydrators.readKeyPoints,
	transcript: hydrators.readTranscript,
};

const fileIn = (z: Z, { name }: NamedFile, asked: object): string => z.dehydrateFile(fileReaders[name] ?? hydrators.readTranscript, asked);

/** Defers the reading of details until a Zap uses them. */
export const deferIn = (z: Z): Defer => ({
	detail: (name, conversation_id, start_time) => z.dehydrate(readers[name], { conversation_id, start_time }),
	file: (file, conversation_id, start_time) => fileIn(z, file, { conversation_id, start_time }),
});

/** The files of what a step has read, with the names and times that its form asks for. */
export const filesIn = ({ z, inputData }: Step, of: ShownDetail): Sample => filesOf(of, (file) => fileIn(z, file, inputData));
