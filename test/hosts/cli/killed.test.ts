import { z } from 'zod/v4';
import { workplace, type Workplace } from './support/cli.ts';

let at: Workplace;
beforeEach(() => void (at = workplace()));
afterEach(() => at.remove());

const KILLS = 3;
/** Long enough for the AI to be at work when the process is killed. */
const text = Array.from(
	{ length: 4000 },
	(_, line) => `${line % 2 ? 'Ines' : 'Vera'}: In line ${line} we agreed on the lease, and I will send the contract by Friday.`,
).join('\n');

const Key = z.object({ data: z.object({ key: z.string() }) });
const Meeting = z.object({ data: z.object({ conversationId: z.string() }) });
const Profile = z.object({ data: z.object({ apiUsage: z.object({ aiGenerations: z.object({ used: z.int() }) }) }) });

/** Sends JSON requests to a sandbox. */
const asking = (url: string, key = '') => (method: string, path: string, body?: object) =>
	fetch(url + path, { method, headers: { Authorization: `Bearer ${key}` }, ...(body && { body: JSON.stringify(body) }) });

test('a sandbox killed while the AI works has charged one credit per saved result, and no more', async () => {
	const serve = () => at.serve('--database', at.database, '--empty');
	let serving = await serve();
	const control = asking(serving.url);
	await control('POST', '/sandbox/users', { name: 'Vera', email: 'vera@lind.example', plan: 'enterprise' });
	const { key } = Key.parse(await (await control('POST', '/sandbox/keys', {})).json()).data;
	const used = async () => {
		const answer = await asking(serving.url, key)('GET', '/api/v1/user/profile');
		return Profile.parse(await answer.json()).data.apiUsage.aiGenerations.used;
	};
	/** Answers whose result is not saved. */
	let answered = 0;
	const paths: string[] = [];
	for (let kill = 0; kill < KILLS; kill += 1) {
		const imported = await asking(serving.url)('POST', '/sandbox/meetings', { text, filename: 'long.txt' });
		const path = `/api/v1/conversations/${Meeting.parse(await imported.json()).data.conversationId}`;
		paths.push(path);
		const before = await used();
		const post = asking(serving.url, key);
		const saved = ['keypoints', 'feedback'].map((what) => post('POST', `${path}/${what}`, {}));
		const unsaved = [post('POST', `${path}/email`, {}), post('POST', `${path}/query`, { query: 'What was agreed?' })];
		const ended = [...saved, ...unsaved.map((asked) => asked.then(() => void (answered += 1)))].map((asked) => asked.catch(() => {}));
		while ((await used()) === before);
		await serving.stop('SIGKILL');
		await Promise.all(ended);
		serving = await serve();
	}
	const get = asking(serving.url, key);
	const asked = await Promise.all(paths.flatMap((path) => [get('GET', `${path}/keypoints`), get('GET', `${path}/feedback`)]));
	const results = asked.filter(({ status }) => status === 200).length;
	expect(await used()).toBe(results + answered);

	// A killed generation does not block the next one.
	expect((await get('POST', `${paths[0]}/keypoints`)).status).toBe(200);
	expect((await serving.stop()).code).toBe(0);
});
