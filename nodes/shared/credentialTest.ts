import { sleep, type ICredentialsDecrypted, type ICredentialTestFunctions, type INodeCredentialTestResult } from 'n8n-workflow';
import * as z from 'zod/v4';
import { ALLOW_HTTP, CredentialSettings } from '../../credentials/settings.ts';
import { BASE_URL, ClientError, createClient, UNENCRYPTED, type Problem } from '../../src/client/index.ts';
import { isBodyStream, isKey, plainHeaders, readText, redactor, type Transport, whyNot } from '../../src/transport/index.ts';
import { explainProblem } from '../../src/words/index.ts';
import { Secret, USER_AGENT } from './account.ts';
import { terms } from './terms.ts';

const TIMEOUT_MS = 15_000;
/** A profile has a few hundred bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

const FullAnswer = z.object({ statusCode: z.number(), headers: z.looseObject({}), body: z.unknown() });

/** The only helper of n8n that a credential's test gets. It neither adds the key nor repeats a request. */
function testTransport({ helpers }: ICredentialTestFunctions, apiKey: string): Transport {
	const redact = redactor(apiKey);
	const send: Transport = async (request) => {
		const { method, url: uri, headers, timeoutMs: timeout, signal } = request;
		try {
			const answer: unknown = await helpers.request({
				method,
				uri,
				headers: { ...headers, Authorization: `Bearer ${apiKey}` },
				timeout,
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
				useStream: true,
			});
			const { statusCode, headers: received, body } = FullAnswer.parse(answer);
			const text = isBodyStream(body) ? await readText(body, request) : '';
			return { status: statusCode, headers: plainHeaders(received), body: text };
		} catch (error) {
			throw whyNot(error, undefined, signal, redact);
		}
	};
	return Object.assign(send, { redact });
}

const Part = z.looseObject({});
/** The service may add fields to its answers or leave some out, but no answer lacks all of these. */
const Profile = z.object({ data: z.union([z.object({ profile: Part }), z.object({ subscription: Part }), z.object({ apiUsage: Part })]) });

const ANOTHER_PROGRAM =
	'A server answers at this base URL, but it is not the meeting assistant. Check the address. A proxy, a sign-in page or another program may be answering.';

const NOT_FOUND =
	'There is no meeting assistant at this base URL. Check the address, for example https://api.example.com.';

const byStatus: Readonly<Record<number, string>> = {
	403: 'The key is valid but cannot use the API. The account needs the Starter plan or above, and keys for the tool-server integration do not work here.',
	404: NOT_FOUND,
	429: 'The key works, but the hourly request limit is reached. Save the credential and continue after the next full hour.',
};

const isOwnMachine = (baseUrl: string): boolean => /^\s*https?:\/\/(localhost|127\.|\[::1\])/i.test(baseUrl);

function failureMessage(problem: Problem, baseUrl: string): string {
	const { what, next } = explainProblem(problem, terms);
	switch (problem.kind) {
		case 'api':
			if (problem.code === 'unauthorized') return `${what}. Create a new one in the desktop app under Settings, API keys, and enter it here.`;
			return byStatus[problem.status] ?? `${what}. ${next}.`;
		case 'rateLimited':
			return byStatus[problem.status] ?? `${what}. ${next}.`;
		case 'unexpectedAnswer':
			if (problem.status === 404) return NOT_FOUND;
			return problem.status < 300 ? ANOTHER_PROGRAM : `${what}. ${next}.`;
		case 'invalidInput':
			if (problem.field !== BASE_URL) return `${what}.`;
			return `${what}.${problem.reason === UNENCRYPTED ? ` If you trust the network, turn on “${ALLOW_HTTP}”.` : ''}`;
		case 'noAnswer':
			return problem.reason === 'refused' && isOwnMachine(baseUrl)
				? `${what}. Check that the service is running and the port is right. If n8n runs in a container, this address is the container itself: enter one that reaches your computer from there.`
				: `${what}. ${next}.`;
		default:
			return `${what}. ${next}.`;
	}
}

/** Asks for the profile, which costs no credit, and says in plain words what is wrong. Never throws. */
export async function testCredential(
	context: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, allowHttp } = CredentialSettings.parse(data ?? {});
	const { apiKey } = Secret.parse(data);
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	if (!isKey(apiKey)) return failed('The API key is empty or contains characters that no key has. Copy it again from the desktop app.');
	try {
		const client = createClient({
			baseUrl,
			allowHttp,
			transport: testTransport(context, apiKey),
			sleep,
			patienceMs: 0,
			timeoutMs: TIMEOUT_MS,
			maxAnswerBytes: MAX_ANSWER_BYTES,
			userAgent: USER_AGENT,
		});
		const answer: unknown = await client.user.profile();
		if (!Profile.safeParse(answer).success) return failed(ANOTHER_PROGRAM);
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		return failed(error instanceof ClientError ? failureMessage(error.problem, baseUrl) : 'The test failed unexpectedly. Try again.');
	}
}
