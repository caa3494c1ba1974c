import { globSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

const [table = ''] = /^\| Folder \|.+?\n\n/ms.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
/** Folder, contents, and what it may import. Tools may import everything. */
const rows = table
	.split('\n')
	.filter((row) => row.startsWith('| `') && !/\|( everything)? \|$/.test(row))
	.map((row) => row.split('|').map((cell) => cell.trim()));
const pathsIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
const layers = rows.flatMap(([, folder]) => pathsIn(folder)).filter((path) => path.startsWith('src/'));

/** The parts that each part may import, as the table says. */
const mayKnow: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
	rows.map(([, folder = '', , allowed]) => [folder.replaceAll('`', ''), pathsIn(allowed).flatMap((path) => (path === 'src' ? layers : path))]),
);

/** Libraries that may only be imported in some places. */
const onlyIn: readonly { readonly library: RegExp; readonly places: readonly RegExp[] }[] = [
	{ library: /^axios$/, places: [/^src\/transport\/axios\.ts$/] },
	{ library: /^@modelcontextprotocol\//, places: [/^packages\/mcp\//] },
	{ library: /^n8n-/, places: [/^nodes\//, /^credentials\//, /^packages\/rehearsal\//] },
	{ library: /^(hono|@hono\/.*|node:sqlite)$/, places: [/^sandbox\//, /^packages\/rehearsal\//] },
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

test('there are layers and imports to check', () => {
	expect(layers).toContain('src/api');
	expect(layers.length).toBeGreaterThan(10);
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

/** Only imported directly, by programs that use axios. As part of an index, it would be in every bundle. */
const ownDoor = 'src/transport/axios.ts';

test('each folder of src, and the copy of a real account, is entered through its index alone', () => {
	const wrong = inside.filter(({ from, to }) => {
		const part = partOf(to) ?? '';
		return (part.startsWith('src/') || part === 'sandbox/mirror') && partOf(from) !== part && to !== `${part}/index.ts` && to !== ownDoor;
	});
	expect(wrong).toEqual([]);
});

test('an index gives nothing a second name', () => {
	expect(globSync('src/**/index.ts').filter((path) => /\bas \w/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

/**
 * The places that turn a problem into words, or into another platform’s error. All other code uses the functions of
 * `src/client/errors.ts`.
 */
const sayers = ['src/words/errors.ts', 'nodes/shared/credentialTest.ts', 'sandbox/mirror/service.ts'];

test('only what says a problem looks into it', () => {
	const wrong = globSync('{src,credentials,nodes,packages,sandbox/mirror}/**/*.ts', { exclude: (path) => path.includes('node_modules') || path.includes('dist') })
		.filter((path) => !path.startsWith('src/client/') && !sayers.includes(path))
		.filter((path) => /\b(problem|error)\??\.(kind|problem\.)/.test(readFileSync(path, 'utf8')));
	expect(wrong).toEqual([]);
});

test('a restricted library is imported only where it belongs', () => {
	const wrong = outside.filter(({ from, to }) =>
		onlyIn.some(({ library, places }) => library.test(to) && !places.some((place) => place.test(from))),
	);
	expect(wrong).toEqual([]);
});

/** Generated from the table. */
const GENERATED = /^packages[\\/]client[\\/]generated[\\/]/;

test('paths of the service are in src/api only', () => {
	const wrong = globSync('{src,credentials,nodes,sandbox,packages}/**/*.ts', {
		exclude: (path) => path.includes('node_modules') || path.includes('dist'),
	}).filter((path) => !path.startsWith('src/api/') && !GENERATED.test(path) && readFileSync(path, 'utf8').includes('/api/v1'));
	expect(wrong).toEqual([]);
});

test('what triggers share on every host names no host', () => {
	const hostWords = /\bn8n\b|\bworkflow\b|\bnode\b(?!:)|\bcredential\b/i;
	const wrong = globSync('src/triggers/**/*.ts').filter((path) => hostWords.test(readFileSync(path, 'utf8')));
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

test('no file imports itself through others, including types', () => {
	const checked = inside.filter(({ from }) => /^(src|nodes|credentials|packages|sandbox)\//.test(from));
	const targets = new Map<string, string[]>();
	for (const { from, to } of checked) targets.set(from, [...(targets.get(from) ?? []), to]);
	expect([...targets.keys()].flatMap((file) => circlesFrom(file, targets))).toEqual([]);
});
