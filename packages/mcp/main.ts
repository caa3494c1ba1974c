#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';
import { defaultToolsets, permissions, Switch, toolsets, withNegatives } from '../../src/agents/index.ts';
import { parseBaseUrl } from '../../src/client/index.ts';
import { chosenTimeZone, isTimeZone, plain } from '../../src/format/index.ts';
import { VERSION, type Settings } from './call.ts';
import { createServer } from './server.ts';

const USAGE = `Usage: meeting-assistant-mcp [options]

Serves the meeting assistant to AI agents over the Model Context Protocol, on standard input and output.

Environment
  MEETING_ASSISTANT_API_KEY     created in the desktop app under Settings, API keys
  MEETING_ASSISTANT_BASE_URL    the service’s address, such as https://api.example.com
  MEETING_ASSISTANT_ALLOW_HTTP  true to allow a base URL with http:// on a private network
  MEETING_ASSISTANT_ALLOW       as --allow
  MEETING_ASSISTANT_READ_ONLY   true, as --read-only
  MEETING_ASSISTANT_TIME_ZONE   as --time-zone
  MEETING_ASSISTANT_MCP_TOKEN   with --http, without --keys: what clients must send as Authorization: Bearer. At least 16 characters
  MEETING_ASSISTANT_TOKEN_SECRET  with --keys from-requests: lets apps such as claude.ai sign in. At least 32 characters

Options
  --read-only             only offer tools that change nothing and cost no AI credit
  --tools <names>         which to offer: ${toolsets.join(',')}. Default: all but webhooks
  --allow <names>         do without asking the person: ${permissions.join(',')}
  --no-cache              read saved key points and transcripts anew each time
  --reserve-credits <n>   AI credits to reserve: no call spends them
  --reserve-requests <n>  requests of each hour to reserve
  --max-requests <n>      requests that one call may make
  --time-zone <name>      such as Europe/Berlin, instead of this machine’s, or of your profile’s if it has none
  --http <port>           serve http://127.0.0.1:<port>/mcp instead of standard input and output
  --host <name>           with --http: the name under which a proxy with TLS passes requests on, such as mcp.acme.com
  --keys from-requests    with --http: each caller sends their own API key as Authorization: Bearer
  --help, --version
`;

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => z.coerce.number('it must be a number').pipe(z.int('it must be a whole number').min(min, `it must be at least ${min}`).max(max, `it must be at most ${max}`));

const namesOf = <const T extends string>(names: readonly T[]) =>
	z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean)).pipe(z.array(z.enum(names, `it takes ${names.join(', ')}`)));

/** The host name in what people know as the name of a server, which may be its address; null if it has none, or a port that a request would have to name. */
function hostNameIn(text: string): string | null {
	const url = URL.parse(text.includes('://') ? text : `https://${text}`);
	return url && /^https?:$/.test(url.protocol) && url.port === '' && /^(?:[a-z\d.-]+|\[[a-f\d:]+\])$/.test(url.hostname) ? url.hostname : null;
}

const Options = z.object({
	'allow-http': Switch,
	'read-only': z.coerce.string().pipe(Switch),
	tools: namesOf(toolsets).refine((names) => names.length > 0, `it takes ${toolsets.join(', ')}`).default(defaultToolsets),
	allow: namesOf(permissions),
	'no-cache': z.boolean().default(false),
	'reserve-credits': whole(1).optional(),
	'reserve-requests': whole(1).optional(),
	'max-requests': whole(1).optional(),
	'time-zone': z.string().trim().refine((name) => name === '' || isTimeZone(name), 'there is no such time zone').transform((name) => name || chosenTimeZone()),
	http: whole(0, 65_535).optional(),
	host: z.string().transform(hostNameIn).pipe(z.string('it must be a host name alone, such as mcp.acme.com')).optional(),
	keys: z.enum(['from-requests'], 'it must be from-requests').optional(),
});

/** A host that installs a bundle may leave the name of a setting that nobody filled in. */
const variable = (name: string): string => (process.env[`MEETING_ASSISTANT_${name}`] ?? '').trim().replace(/^\$\{user_config\..*\}$/, '');

const settingsOf = (options: z.output<typeof Options>): Settings => ({
	apiKey: variable('API_KEY'),
	baseUrl: variable('BASE_URL'),
	allowHttp: options['allow-http'],
	timezone: options['time-zone'],
	readOnly: options['read-only'],
	toolsets: options.tools,
	allow: options.allow,
	cache: options['no-cache'] ? null : new Map(),
	limits: { reserveCredits: options['reserve-credits'], reserveRequests: options['reserve-requests'], maxRequests: options['max-requests'] },
});

/** @throws TypeError for what could be guessed. */
function refuseShort(secret: string, least: number, what: string): void {
	if (secret.length < least) throw new TypeError(`${what} must have at least ${least} characters. This command prints one: openssl rand -base64 32`);
}

/** Separated by spaces or commas. @throws TypeError for one that could be guessed. */
function tokenSecrets({ keys }: z.output<typeof Options>): readonly string[] {
	const secrets = variable('TOKEN_SECRET').split(/[\s,]+/).filter(Boolean);
	if (secrets.length > 0 && keys === undefined) throw new TypeError('MEETING_ASSISTANT_TOKEN_SECRET is only used with --keys from-requests');
	for (const secret of secrets) refuseShort(secret, 32, 'MEETING_ASSISTANT_TOKEN_SECRET: each secret');
	return secrets;
}

async function serve(options: z.output<typeof Options>): Promise<void> {
	const settings = settingsOf(options);
	const secrets = tokenSecrets(options);
	if (options.http === undefined) {
		const unused = options.keys === undefined ? options.host && '--host' : '--keys';
		if (unused) throw new TypeError(`${unused} is only used with --http`);
		const server = serveStdio(() => createServer(settings, { over: 'stdio', canAsk: true }));
		// Ends what is in progress for a client that left, however it left.
		for (const stream of [process.stdin, process.stdout]) stream.on('error', () => void server.close());
		process.stdin.once('end', () => void server.close());
		return;
	}
	const token = variable('MCP_TOKEN');
	if (token !== '' && options.keys !== undefined) throw new TypeError('MEETING_ASSISTANT_MCP_TOKEN is not used with --keys from-requests: each caller sends their own API key instead. Remove it');
	if (token === '' && process.env['MEETING_ASSISTANT_MCP_TOKEN'] !== undefined) {
		throw new TypeError('MEETING_ASSISTANT_MCP_TOKEN is empty. Set it to a token, or remove it to let every program of this machine connect');
	}
	if (token !== '') refuseShort(token, 16, 'MEETING_ASSISTANT_MCP_TOKEN');
	if (options.host !== undefined && token === '' && options.keys === undefined) {
		throw new TypeError('--host without a token lets everyone who reaches the proxy use your API key. Set MEETING_ASSISTANT_MCP_TOKEN, or add --keys from-requests');
	}
	// Whoever connects from elsewhere sees neither this machine nor its settings.
	if (settings.baseUrl === '') throw new TypeError('MEETING_ASSISTANT_BASE_URL is not set. Set it to the address of the service, such as https://api.example.com');
	parseBaseUrl(settings.baseUrl, { allowHttp: settings.allowHttp });
	const { PATH, serveHttp } = await import('./http.ts');
	const oauth = secrets.length > 0 ? { secrets } : undefined;
	const server = await serveHttp(settings, { port: options.http, token, host: options.host, keysFromRequests: options.keys !== undefined, oauth }).catch((error: unknown) => {
		const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
		throw isTaken ? new Error(`--http: port ${options.http} is in use, perhaps by another meeting-assistant-mcp. Choose another one`) : error;
	});
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : options.http;
	// In the other mode, standard output belongs to the protocol, so messages always go to standard error.
	process.stderr.write(`Serving http://127.0.0.1:${port}${PATH}\n`);
}

/** @throws TypeError for unknown options. */
function main(): Promise<void> | void {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean' } as const;
	const { values } = parseArgs({
		args: withNegatives(process.argv.slice(2)),
		options: {
			...{ help: flag, version: flag, 'read-only': flag, 'no-cache': flag },
			...{ tools: text, allow: text, host: text, keys: text },
			...{ 'reserve-credits': text, 'reserve-requests': text, 'max-requests': text, 'time-zone': text, http: text },
		},
	});
	if (values.help) return void process.stdout.write(USAGE);
	const fromEnvironment = { allow: variable('ALLOW'), 'allow-http': variable('ALLOW_HTTP'), 'read-only': variable('READ_ONLY'), 'time-zone': variable('TIME_ZONE') };
	const parsed = Options.safeParse({ ...fromEnvironment, ...values });
	// Where a host shows no message of a server that does not start, this is how people see what is wrong with a setting.
	if (parsed.success) return values.version ? void process.stdout.write(`${VERSION}\n`) : serve(parsed.data);
	const [issue] = parsed.error.issues;
	const option = String(issue?.path[0]);
	const name = option in values ? `--${option}` : `MEETING_ASSISTANT_${option.toUpperCase().replace('-', '_')}`;
	throw new TypeError(`${name}: ${issue?.message}`);
}

try {
	await main();
} catch (error) {
	console.error(plain(`${error instanceof Error ? error.message : String(error)}\nSee meeting-assistant-mcp --help`));
	process.exitCode = 1;
}
