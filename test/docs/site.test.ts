import { existsSync } from 'node:fs';
import { llmsText, missingPages, pageOf, placeOf, sections } from '../../scripts/site/pages.ts';

const files = Object.values(sections).flatMap((pages) => Object.keys(pages));

test('the site has every page of docs', () => expect(missingPages()).toEqual([]));

test.each(files)('%s becomes a page whose links lead to pages, pictures or the repository', (file) => {
	const page = pageOf(file).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
	const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	const places = files.map((one) => `/${placeOf(one)}`);
	const isKnown = (link: string) => {
		if (/^(?:https?:|mailto:|#)/.test(link)) return true;
		const [path = ''] = link.split('#');
		return places.includes(path) || existsSync(path.slice(1));
	};
	expect(links.filter((link) => !isKnown(link))).toEqual([]);
});

test('no page has the name of a folder: hosts do not agree on which of both an address without an ending means', () => {
	const places = files.map((file) => placeOf(file).replace(/\.md$/, ''));
	expect(places.filter((place) => places.some((other) => other.startsWith(`${place}/`)))).toEqual([]);
});

test.each(files)('%s loads nothing from another host', (file) => {
	expect(pageOf(file).match(/!\[[^\]]*\]\(https?:[^)]*\)|(?:src|srcset)="https?:[^"]*"/g) ?? []).toEqual([]);
});

test('llms.txt has a title, a summary, and each page once, with a sentence', () => {
	const [title = '', summary = '', ...blocks] = llmsText().trimEnd().split('\n\n');
	expect([title, summary]).toEqual([expect.stringMatching(/^# \w/), expect.stringMatching(/^> [A-Z].*\.$/)]);
	const [headings, lists] = [blocks.filter((_, at) => at % 2 === 0), blocks.filter((_, at) => at % 2 === 1)];
	expect(headings.filter((heading) => !/^## [A-Z][^\n]*$/.test(heading))).toEqual([]);
	const lines = lists.flatMap((list) => list.split('\n'));
	expect(lines.filter((line) => !/^- \[[^\]]+\]\(\/[\w/-]+\.md\): [A-Z][^.]*\.$/.test(line))).toEqual([]);
	const linked = lines.map((line) => /\]\((.+?)\)/.exec(line)?.[1]);
	expect(linked.toSorted()).toEqual(files.map((file) => `/${placeOf(file)}`).toSorted());
});
