import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

/** Each part with the parts it may know. Whoever draws a new arrow has to write it down here, and say why. */
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
	// What a form is made of, for operations and triggers alike.
	'src/operations/field.ts': ['src/client', 'src/words'],
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
	nodes: [
		'credentials',
		'src/api',
		'src/client',
		'src/transport',
		'src/words',
		'src/webhooks',
		'src/insights',
		'src/format',
		'src/polling',
		'src/events',
		'src/operations',
		'src/operations/field.ts',
	],
	sandbox: ['src/api'],
	'packages/client': ['src/api', 'src/client', 'src/transport', 'src/webhooks', 'src/insights', 'src/format'],
};

/** Libraries that may be known in one place only. */
const onlyIn: readonly { readonly library: RegExp; readonly places: readonly RegExp[] }[] = [
	{ library: /^axios$/, places: [/^src\/transport\/axios\.ts$/] },
	{ library: /^n8n-/, places: [/^src\/transport\/n8n\.ts$/, /^nodes\//, /^credentials\//] },
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

test('there are imports to look at', () => {
	expect(inside.length).toBeGreaterThan(50);
	expect(outside.length).toBeGreaterThan(10);
});

test('every file belongs to a part', () => {
	expect(imports.filter(({ from }) => !partOf(from))).toEqual([]);
});

test('arrows point one way', () => {
	const wrong = inside.filter(({ from, to }) => {
		const [part, other] = [partOf(from) ?? '', partOf(to) ?? ''];
		return part !== other && !mayKnow[part]?.includes(other);
	});
	expect(wrong).toEqual([]);
});

/** Files that lead from a file back to it, types included. */
function circleFrom(start: string): readonly string[] | null {
	const known = new Set<string>();
	const walk = (path: readonly string[]): readonly string[] | null => {
		for (const { to } of inside.filter(({ from }) => from === path.at(-1))) {
			if (to === start) return [...path, to];
			if (known.has(to)) continue;
			known.add(to);
			const circle = walk([...path, to]);
			if (circle) return circle;
		}
		return null;
	};
	return walk([start]);
}

test('no file leads back to itself', () => {
	const files = new Set(inside.map(({ from }) => from).filter((path) => !path.startsWith('sandbox/')));
	expect([...files].flatMap((path) => circleFrom(path) ?? [])).toEqual([]);
});

test('a library with a place of its own is known nowhere else', () => {
	const wrong = outside.filter(({ from, to }) =>
		onlyIn.some(({ library, places }) => library.test(to) && !places.some((place) => place.test(from))),
	);
	expect(wrong).toEqual([]);
});

test('addresses of the service are written in the contract only', () => {
	const wrong = globSync('{src,credentials,nodes,sandbox,packages}/**/*.ts', {
		exclude: (path) => path.includes('node_modules') || path.includes('dist'),
	}).filter((path) => !path.startsWith('src/api/') && readFileSync(path, 'utf8').includes('/api/v1'));
	expect(wrong).toEqual([]);
});

test('what triggers have in common on every host names none of them', () => {
	const hostWords = /\bn8n\b|\bworkflow\b|\bnode\b(?!:)|\bcredential\b/i;
	const wrong = globSync('src/{events,polling,webhooks}/**/*.ts').filter((path) => hostWords.test(readFileSync(path, 'utf8')));
	expect(wrong).toEqual([]);
});
