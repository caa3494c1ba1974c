import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/** The core but for reports across meetings, which operations and events already contain. */
const core = [
	'src/api',
	'src/client',
	'src/transport',
	'src/words',
	'src/webhooks',
	'src/format',
	'src/polling',
	'src/events',
	'src/operations',
];
const host = [...core, 'src/operations/field.ts'];

/** The parts that each part may import. A new dependency is added here, with the reason if it is not obvious. */
const mayKnow: Readonly<Record<string, readonly string[]>> = {
	'src/api': [],
	'src/transport': [],
	'src/client': ['src/api', 'src/transport'],
	'src/webhooks': ['src/api'],
	'src/insights': ['src/api', 'src/client'],
	'src/format': ['src/api'],
	'src/words': ['src/api', 'src/client'],
	credentials: ['src/api', 'src/client'],
	'src/polling': ['src/api', 'src/client', 'src/webhooks', 'src/format'],
	// What a form is made of, for operations and triggers alike. It refuses days that do not exist.
	'src/operations/field.ts': ['src/client', 'src/words', 'src/format'],
	'src/events': [
		'src/api',
		'src/client',
		'src/words',
		'src/webhooks',
		'src/format',
		'src/insights',
		'src/polling',
		'src/operations/field.ts',
	],
	// Registering a webhook offers the events there are.
	'src/operations': [
		'src/api',
		'src/client',
		'src/words',
		'src/format',
		'src/insights',
		'src/operations/field.ts',
		'src/events',
	],
	// The credential's limits are the node's defaults.
	nodes: [...host, 'src/insights', 'credentials'],
	sandbox: ['src/api'],
	'packages/zapier': host,
	'packages/client': [...core, 'src/insights'],
	'packages/mcp': ['src/client', 'src/transport', 'src/words', 'src/format', 'src/operations', 'src/operations/field.ts'],
	'packages/node-red': host,
};

/** Libraries that may be imported in some places only. */
const onlyIn: readonly { readonly library: RegExp; readonly places: readonly RegExp[] }[] = [
	{ library: /^axios$/, places: [/^src\/transport\/axios\.ts$/] },
	{ library: /^@modelcontextprotocol\//, places: [/^packages\/mcp\//] },
	{ library: /^n8n-/, places: [/^nodes\//, /^credentials\//] },
	{ library: /^(hono|@hono\/.*|node:sqlite)$/, places: [/^sandbox\//] },
];

const parts = Object.keys(mayKnow);
const partOf = (path: string) => parts.find((part) => path === part || path.startsWith(`${part}/`));

interface Import {
	readonly from: string;
	readonly to: string;
}

const imports: readonly Import[] = globSync('{src,credentials,nodes,sandbox,packages}/**/*.ts', {
	exclude: (path) => path.includes('node_modules') || path.includes('dist'),
}).flatMap((path) => {
	const from = path.replaceAll('\\', '/');
	return [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({
		from,
		to: to.startsWith('.') ? posix.join(dirname(from), to) : to,
	}));
});

const inside = imports.filter(({ to }) => partOf(to));
const outside = imports.filter(({ to }) => !partOf(to));

test('there are imports to check', () => {
	expect(inside.length).toBeGreaterThan(50);
	expect(outside.length).toBeGreaterThan(10);
});

test('every file belongs to a part', () => {
	expect(imports.filter(({ from }) => !partOf(from))).toEqual([]);
});

test('parts import only what they may know', () => {
	const wrong = inside.filter(({ from, to }) => {
		const [part, other] = [partOf(from) ?? '', partOf(to) ?? ''];
		return part !== other && !mayKnow[part]?.includes(other);
	});
	expect(wrong).toEqual([]);
});

test('a library with a place of its own is known nowhere else', () => {
	const wrong = outside.filter(({ from, to }) =>
		onlyIn.some(({ library, places }) => library.test(to) && !places.some((place) => place.test(from))),
	);
	expect(wrong).toEqual([]);
});

/** Says them in comments, and is made from the table. */
const GENERATED = 'packages/client/types.ts';

test('paths of the service are in src/api only', () => {
	const wrong = globSync('{src,credentials,nodes,sandbox,packages}/**/*.ts', {
		exclude: (path) => path.includes('node_modules') || path.includes('dist'),
	}).filter((path) => !path.startsWith('src/api/') && path !== GENERATED && readFileSync(path, 'utf8').includes('/api/v1'));
	expect(wrong).toEqual([]);
});

test('what triggers have in common on every host names none of them', () => {
	const hostWords = /\bn8n\b|\bworkflow\b|\bnode\b(?!:)|\bcredential\b/i;
	const wrong = globSync('src/{events,polling,webhooks}/**/*.ts').filter((path) => hostWords.test(readFileSync(path, 'utf8')));
	expect(wrong).toEqual([]);
});

/** The paths from the given file back to itself, along its imports. */
function circlesFrom(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] {
	const reachedBy = new Map<string, readonly string[]>([[start, [start]]]);
	for (const [file, path] of reachedBy) {
		for (const target of targets.get(file) ?? []) {
			if (target === start) return [[...path, start].join(' → ')];
			if (!reachedBy.has(target)) reachedBy.set(target, [...path, target]);
		}
	}
	return [];
}

test('no file imports itself through others, types included', () => {
	const checked = inside.filter(({ from }) => /^(src|nodes|credentials|packages|sandbox)\//.test(from));
	const targets = new Map<string, string[]>();
	for (const { from, to } of checked) targets.set(from, [...(targets.get(from) ?? []), to]);
	expect([...targets.keys()].flatMap((file) => circlesFrom(file, targets))).toEqual([]);
});
