import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { anchorsOf } from '../../scripts/docs/marked.ts';
import { REPOSITORY } from '../../scripts/site/pages.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** The files of the repository, new ones included. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n').filter((file) => file && existsSync(join(root, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const withLinks = files.filter((file) => /^(?:src|nodes|credentials|packages|sandbox|scripts|examples|e2e|bench|test|docker|\.github)\/.*\.(?:ts|mjs|js|json|html|yml)$/.test(file) || /^[^/]*\.json$/.test(file)).filter((file) => file !== 'test/docs/links.test.ts');

/** Why a link leads nowhere, or nothing. Links are paths from the repository's root, with or without an anchor. */
function fault(link: string): string | undefined {
	const [path = '', anchor] = link.split('#');
	const target = path || 'README.md';
	if (!existsSync(join(root, target))) return `${link}: no such file`;
	if (anchor === undefined || /^L\d+/.test(anchor)) return undefined;
	const page = statSync(join(root, target)).isDirectory() ? posix.join(target, 'README.md') : target;
	return anchorsOf(read(page)).includes(anchor) ? undefined : `${link}: no such heading`;
}

/** Links to files of the repository by their address, as products, other sites and npm show them. */
const byAddress = (text: string): string[] =>
	[...text.matchAll(new RegExp(`${REPOSITORY.replace('github.com', '(?:raw\\.githubusercontent|github)\\.com')}/(?:(?:blob|tree)/)?main/([\\w./-]+(?:#[\\w-]+)?)|${REPOSITORY}(#[\\w-]+)`, 'g'))]
		.map(([, path, anchor]) => path?.replace(/[./]+$/, '') ?? anchor ?? '');

/** Links of a page, relative to it. Code is left out. */
function within(page: string): string[] {
	const text = read(page).replace(/^( {4}|\t).*$|```[\s\S]*?```|`[^`\n]*`/gm, '');
	return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
		.map(([, link, source]) => link ?? source ?? '')
		.filter((link) => !/^[a-z]+:/i.test(link))
		.map((link) => (link.startsWith('#') ? page + link : posix.join(posix.dirname(page), link)));
}

const faults = (links: readonly string[]): string[] => links.flatMap((link) => fault(link) ?? []);

test.each(pages)('%s links to files and headings that exist', (page) => {
	expect(faults([...within(page), ...byAddress(read(page))])).toEqual([]);
});

test('links in forms, errors, examples and comments lead to files and headings that exist', () => {
	const links = withLinks.flatMap((file) => {
		const named = [...read(file).matchAll(/(?<![\w./-])(?:docs|docker)\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([path]) => path);
		return [...byAddress(read(file)), ...named];
	});
	expect(links.length).toBeGreaterThan(30);
	expect([...new Set(faults(links))]).toEqual([]);
});

test('a link to a heading or a file that is gone is found', () => {
	expect(faults(['docs/limits.md', 'docs/limits.md#gone', 'docs/gone.md'])).toEqual(['docs/limits.md#gone: no such heading', 'docs/gone.md: no such file']);
	expect(faults(byAddress(`<a href="${REPOSITORY}/blob/main/docs/n8n.md#gone">`))).toEqual(['docs/n8n.md#gone: no such heading']);
	expect(anchorsOf('# n8n’s *own* `code`\n\n## A [link](x.md), twice\n\n## A [link](y.md), twice\n')).toEqual(['n8ns-own-code', 'a-link-twice', 'a-link-twice-1']);
});
