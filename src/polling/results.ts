import type { Conversation } from '../api/index.ts';
import { ClientError, type Client } from '../client/index.ts';
import type { Happening } from './happening.ts';
import type { Watched } from './watch.ts';

/** Answers about this one conversation, which must not stop the others. A deleted one is not found either. */
const isAboutThis = ({ problem }: ClientError): boolean =>
	problem.kind === 'invalidInput' || (problem.kind === 'api' && [400, 404].includes(problem.status));

/** Asks for a saved result; null when there is none. Never makes one, which would cost a credit. Throws `ClientError`. */
export async function askForResult(
	client: Client,
	{ id, kind }: Pick<Watched, 'id' | 'kind'>,
	conversation: Conversation | null,
): Promise<Happening | null> {
	try {
		switch (kind) {
			case 'keyPoints':
				return { kind, id, keyPoints: (await client.keyPoints.get({ id })).data, conversation };
			case 'feedback':
				return { kind, id, feedback: (await client.feedback.get({ id })).data, conversation };
		}
	} catch (error) {
		if (error instanceof ClientError && isAboutThis(error)) return null;
		throw error;
	}
}
