import { z } from 'zod/v4';
import { startLocalServer } from '../support/localServers.ts';

/** The model's next output: tool calls with their arguments, or its final text. */
export type Say = { readonly calls: Readonly<Record<string, object>> } | { readonly text: string };

const Output = z.object({ type: z.literal('function_call_output'), output: z.string() });
const Tool = z.looseObject({ name: z.string(), description: z.string().optional(), parameters: z.unknown() });
const Asked = z.looseObject({ input: z.array(z.unknown()), tools: z.array(Tool).default([]) });

const usage = {
	input_tokens: 1,
	output_tokens: 1,
	total_tokens: 2,
	input_tokens_details: { cached_tokens: 0 },
	output_tokens_details: { reasoning_tokens: 0 },
};

const message = (id: string, text: string) => ({
	type: 'message',
	id,
	role: 'assistant',
	status: 'completed',
	content: [{ type: 'output_text', text, annotations: [] }],
});

const outputOf = (say: Say, turn: number): object[] =>
	'text' in say
		? [message(`msg_${turn}`, say.text)]
		: Object.entries(say.calls).map(([name, input], index) => ({
				type: 'function_call',
				id: `fc_${turn}_${index}`,
				call_id: `call_${turn}_${index}`,
				name,
				arguments: JSON.stringify(input),
				status: 'completed',
			}));

/** A scripted AI model behind OpenAI's Responses API. */
export async function startOpenAiStub() {
	const script: Say[] = [];
	const asked: z.output<typeof Asked>[] = [];
	const { url, stop } = await startLocalServer(async (request, response) => {
		const chunks: Buffer[] = await request.toArray();
		const body = Asked.parse(JSON.parse(Buffer.concat(chunks).toString()));
		asked.push(body);
		const say = script.shift() ?? { text: 'The script has ended.' };
		const answer = {
			id: `resp_${asked.length}`,
			object: 'response',
			created_at: 0,
			status: 'completed',
			model: 'stub',
			output: outputOf(say, asked.length),
			parallel_tool_calls: true,
			tool_choice: 'auto',
			tools: [],
			usage,
		};
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
	});
	return {
		/** What a person enters in n8n. */
		account: { apiKey: 'none', url: `${url}/v1` },
		script,
		asked,
		/** What the tools answered, in the order of the calls of the conversation so far. */
		toolOutputs: (): string[] =>
			(asked.at(-1)?.input ?? []).flatMap((item) => {
				const output = Output.safeParse(item);
				return output.success ? [output.data.output] : [];
			}),
		stop,
	};
}
