import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod/v4';
import { startService, type Account, type Service } from '../../nodes/trigger/account.ts';
import { authOf, describeZapier, startZapier, type Zapier, type ZapierBundle } from './support/zapier.ts';

/** Stands for the two servers of Zapier’s cloud that take a file: one hands out an address, the other keeps what is sent there. */
async function startStash() {
	const stashed = new Map<string, { readonly name: string; readonly type: string; readonly text: string }>();
	let refuses = false;
	const read = async (request: IncomingMessage): Promise<Buffer> => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(Buffer.from(chunk));
		return Buffer.concat(chunks);
	};
	const server: Server = createServer((request, response) => {
		const answer = async () => {
			const body = await read(request);
			const { port } = server.address() as AddressInfo;
			if (request.url === '/platform/rpc/cli') {
				const { id, method } = z.object({ id: z.unknown(), method: z.string() }).parse(JSON.parse(body.toString()));
				const result = { url: `http://127.0.0.1:${port}/bucket/`, fields: { key: `file-${stashed.size}` } };
				response.setHeader('content-type', 'application/json').end(JSON.stringify(method === 'get_presigned_upload_post_data' && !refuses ? { id, result } : { id, error: 'Not now' }));
				return;
			}
			const form = await new Response(new Uint8Array(body), { headers: { 'content-type': String(request.headers['content-type']) } }).formData();
			const file = z.instanceof(File).parse(form.get('file'));
			stashed.set(String(form.get('key')), { name: file.name, type: file.type, text: await file.text() });
			response.writeHead(204).end();
		};
		void answer();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		refuse: () => (refuses = true),
		/** The content at an address that Zapier was given. */
		fileAt: (address: unknown) => stashed.get(new URL(String(address)).pathname.split('/').at(-1) ?? ''),
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}

const Pointer = z.object({ type: z.literal('file'), method: z.string(), bundle: z.record(z.string(), z.unknown()) });
const Row = z.record(z.string(), z.unknown());
/** Files that a step offers, by their output. */
const filesIn = (row: z.output<typeof Row>): string[] => Object.keys(row).filter((name) => name.endsWith('File'));

let stash: Awaited<ReturnType<typeof startStash>>;
let zapier: Zapier;
let service: Service;
let account: Account;
let conversationId: string;

const call = (path: string, bundle: ZapierBundle = {}) => zapier.call(path, { authData: authOf(account.credential), ...bundle });
const first = async (path: string, inputData: object = {}) => z.array(Row).parse([await call(path, { inputData })].flat())[0] ?? {};

/** The content that a Zap gets if it uses a file. */
async function used(pointer: unknown) {
	const { method, bundle } = Pointer.parse(JSON.parse(String(pointer).split('|||')[1] ?? ''));
	return stash.fileAt(await call(method, { inputData: bundle }));
}

describeZapier('files in Zapier’s runtime', () => {
	beforeAll(async () => {
		stash = await startStash();
		zapier = startZapier(undefined, { ZAPIER_BASE_ENDPOINT: stash.url, ZAPIER_DEPLOY_KEY: 'deploy-key' });
		service = await startService();
		account = service.account('enterprise');
		({ conversationId } = await account.addMeeting('Planning'));
		await account.client.keyPoints.generate({ id: conversationId });
	}, 60_000);
	afterAll(async () => {
		zapier?.stop();
		await service?.sandbox.stop();
		await stash?.stop();
	});

	test('a transcript comes as Markdown, SRT and WebVTT, with the names that the form asks for', async () => {
		const row = await first('searches.conversation_get_transcript.operation.perform', { conversation_id: conversationId, other_name: 'Customer' });
		expect(filesIn(row)).toEqual(['transcriptMarkdownFile', 'transcriptSrtFile', 'transcriptVttFile']);
		expect(await used(row['transcriptSrtFile'])).toEqual({ name: `transcript ${conversationId}.srt`, type: 'application/x-subrip', text: expect.stringMatching(/^1\r?\n00:00:00,000 --> /) });
		expect(await used(row['transcriptVttFile'])).toMatchObject({ name: `transcript ${conversationId}.vtt`, text: expect.stringMatching(/^WEBVTT/) });
		const markdown = await used(row['transcriptMarkdownFile']);
		expect(markdown).toMatchObject({ name: `transcript ${conversationId}.md`, type: 'text/markdown', text: expect.stringContaining('send the contract to Acme') });
	});

	test('key points come as Markdown and as a note', async () => {
		for (const path of ['searches.key_points_get', 'creates.key_points_generate']) {
			const row = await first(`${path}.operation.perform`, { conversation_id: conversationId });
			expect(filesIn(row)).toEqual(['keyPointsMarkdownFile', 'keyPointsNoteFile']);
			expect(await used(row['keyPointsMarkdownFile'])).toMatchObject({ type: 'text/markdown', text: row['markdown'] });
			expect(await used(row['keyPointsNoteFile'])).toMatchObject({ name: expect.stringMatching(/\.md$/), text: expect.stringMatching(/^---\n/) });
		}
	});

	test('triggers offer the same files', async () => {
		const row = await first('triggers.conversation_keypoints_ready_polling.operation.perform');
		expect(filesIn(row)).toEqual(['keyPointsMarkdownFile', 'keyPointsNoteFile', 'transcriptMarkdownFile', 'transcriptSrtFile', 'transcriptVttFile']);
		expect(await used(row['transcriptVttFile'])).toMatchObject({ text: expect.stringMatching(/^WEBVTT/) });
		expect(await used(row['keyPointsNoteFile'])).toMatchObject({ text: expect.stringContaining('date: ') });
	});

	test('no file costs an AI credit, and one that cannot be made says why', async () => {
		const before = await account.creditsUsed();
		const { conversationId: bare } = await account.addMeeting('Without key points');
		const failure = call('hydrators.keyPointsMarkdownFile', { inputData: { conversation_id: bare } });
		await expect(failure).rejects.toThrow('“Get or Generate Key Points” generates what is missing, which may use an AI credit.');
		expect(await account.creditsUsed()).toBe(before);
	});

	test('where Zapier does not take the file, the step says so without what was in it', async () => {
		stash.refuse();
		const inputData = { conversation_id: conversationId };
		await expect(call('hydrators.transcriptSrtFile', { inputData })).rejects.toThrow('Zapier could not store the file. Run the step again in a few minutes.');
	});
});
