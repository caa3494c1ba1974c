import { api, type Credit, type Endpoint, type Repeat } from '../../src/api/index.ts';
import { table } from './marked.ts';

const creditWords: Readonly<Record<Credit, string>> = {
	never: '',
	'unless-saved': 'one, unless a result is saved',
	always: 'one each time',
};

const nameOf = (wanted: Endpoint): string =>
	Object.entries(api)
		.flatMap(([resource, endpoints]) =>
			Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${resource}.${name}`, endpoint })),
		)
		.find(({ endpoint }) => endpoint === wanted)?.name ?? wanted.path;

const repeatWords: { readonly [R in Repeat]: (endpoint: Endpoint) => string } = {
	always: () => 'yes',
	'read-saved': ({ saved }) => `no; without \`forceRefresh\` it reads \`${saved ? nameOf(saved.by) : ''}\` until the result is saved`,
	never: () => 'no',
};

const rowOf = (name: string, endpoint: Endpoint): string[] => {
	const { method, path, summary, notes, credit, repeat } = endpoint;
	return [`\`${name}\``, `\`${method} ${path}\``, [summary, notes].filter(Boolean).join('. '), creditWords[credit], repeatWords[repeat](endpoint)];
};

/** The endpoint reference as Markdown, generated from the table. */
export function endpointReference(): string {
	const rows = Object.entries(api).flatMap(([resource, endpoints]) =>
		Object.entries(endpoints).map(([name, endpoint]) => rowOf(`${resource}.${name}`, endpoint)),
	);
	return `# Endpoints

Generated from the table in \`src/api\` by \`npm run docs\`. “Retry” says whether the client repeats a request whose outcome is unknown.
A request refused because of the hourly limit can always be repeated.

${table(['Client method', 'Request', 'What it does', 'AI credits', 'Retry'], rows)}
`;
}
