import { api, type Credit, type Endpoint, type Repeat } from '../../src/api/index.ts';
import { table, withMarked } from './marked.ts';

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
	'read-saved': ({ saved }) => `no; without \`forceRefresh\` it reads \`${saved ? nameOf(saved) : ''}\` until the result is saved`,
	never: () => 'no',
};

const rowOf = (name: string, endpoint: Endpoint): string[] => {
	const { method, path, summary, notes, credit, repeat } = endpoint;
	return [`\`${name}\``, `\`${method} ${path}\``, [summary, notes].filter(Boolean).join('. '), creditWords[credit], repeatWords[repeat](endpoint)];
};

/** The page about the service with its table of endpoints updated. */
export function withEndpoints(markdown: string): string {
	const rows = Object.entries(api).flatMap(([resource, endpoints]) =>
		Object.entries(endpoints).map(([name, endpoint]) => rowOf(`${resource}.${name}`, endpoint)),
	);
	return withMarked(markdown, 'endpoints', table(['Client method', 'Request', 'What it does', 'AI credits', 'Retry'], rows));
}
