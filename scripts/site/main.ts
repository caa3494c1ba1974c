import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ROOT } from '../n8n/folders.ts';
import { pinned } from '../pinned.ts';
import { anchorOf } from '../docs/marked.ts';
import { llmsText, missingPages, pageOf, placeOf, REPOSITORY, sections, TITLE } from './pages.ts';

/** Builds the documentation site from the repository's own pages. Fails on a broken link. */
const OUTPUT = join(ROOT, 'dist-site');
const vitepress = pinned({ name: 'site', proofs: ['vitepress/bin/vitepress.js'] });
const installed = vitepress.folder();
const command = vitepress.inside('vitepress/bin/vitepress.js');

/** On a phone, tables are as wide as their text needs and scroll, instead of one word per line. */
const STYLE = `
	.vp-doc .table { overflow-x: auto; margin: 20px 0; }
	.vp-doc .table table { display: table; width: max-content; max-width: 100%; margin: 0; }
	@media (max-width: 640px) {
		.vp-doc .table table { max-width: none; }
		.vp-doc .table :is(td, th) { max-width: 15rem; }
	}`;
/**
 * Configuration that JSON cannot express. Headings have the same anchors as on GitHub. The frame of a table can be focused, so that the keyboard
 * scrolls it. Code is protected from Vue, which would evaluate n8n's expressions.
 */
const MARKDOWN = `{ anchor: { slugify: ${String(anchorOf)} }, config: ({ renderer: { rules } }) => {
	rules.table_open = () => '<div class="table" tabindex="0"><table>';
	rules.table_close = () => '</table></div>';
	const codeInline = rules.code_inline;
	rules.code_inline = (...given) => codeInline(...given).replace('<code', '<code v-pre');
} }`;

const missing = missingPages();
if (missing.length > 0) throw new Error(`These pages are in no section of scripts/site/pages.ts: ${missing.join(', ')}`);
if (!vitepress.isInstalled()) await vitepress.install();

const source = join(installed, `pages-${process.pid}`);
try {
	for (const file of Object.values(sections).flatMap((pages) => Object.keys(pages))) {
		// Copied twice: as a page, and as the original Markdown.
		for (const path of [join(source, placeOf(file)), join(source, 'public', placeOf(file))]) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, pageOf(file));
		}
	}
	writeFileSync(join(source, 'public/llms.txt'), llmsText());
	for (const images of ['docs/images', 'packages/node-red/images', 'icons']) cpSync(images, join(source, 'public', images), { recursive: true });
	symlinkSync(join(installed, 'node_modules'), join(source, 'node_modules'), 'junction');

	const sidebar = Object.entries(sections).map(([text, pages]) => ({
		text,
		items: Object.entries(pages).map(([file, { title }]) => ({ text: title, link: `/${placeOf(file).replace(/(?:index)?\.md$/, '')}` })),
	}));
	const config = {
		title: TITLE,
		description: 'Meetings in n8n, Node-RED, Zapier, AI agents and programs',
		lang: 'en',
		cleanUrls: true,
		srcExclude: ['public/**'],
		head: [['link', { rel: 'icon', href: '/icons/meetingAssistant.svg' }], ['style', {}, STYLE]],
		outDir: OUTPUT,
		ignoreDeadLinks: 'localhostLinks',
		themeConfig: { logo: { light: '/icons/meetingAssistant.svg', dark: '/icons/meetingAssistant.dark.svg' }, sidebar, outline: [2, 3], search: { provider: 'local' }, socialLinks: [{ icon: 'github', link: REPOSITORY }] },
	};
	mkdirSync(join(source, '.vitepress'));
	writeFileSync(join(source, '.vitepress/config.mjs'), `export default { ...${JSON.stringify(config)}, markdown: ${MARKDOWN} };\n`);
	execFileSync(process.execPath, [command, 'build', source], { stdio: 'inherit' });
	// VitePress continues when it cannot render a page, and leaves the page empty.
	const empty = Object.values(sections).flatMap((pages) => Object.keys(pages)).filter((file) => !readFileSync(join(OUTPUT, placeOf(file).replace(/md$/, 'html')), 'utf8').includes('<h1'));
	if (empty.length > 0) throw new Error(`These pages could not be rendered: ${empty.join(', ')}`);
} finally {
	rmSync(source, { recursive: true, force: true });
}
console.log(`The site is in ${OUTPUT}`);
