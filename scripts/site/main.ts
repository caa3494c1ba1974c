import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ROOT } from '../n8n/folders.ts';
import { pinned } from '../pinned.ts';
import { missingPages, pageOf, placeOf, REPOSITORY, sections } from './pages.ts';

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
/** What JSON cannot say. The frame of a table can be focused, so that the keyboard scrolls it. */
const MARKDOWN = `{ config: ({ renderer: { rules } }) => {
	rules.table_open = () => '<div class="table" tabindex="0"><table>';
	rules.table_close = () => '</table></div>';
} }`;

const missing = missingPages();
if (missing.length > 0) throw new Error(`These pages are in no section of scripts/site/pages.ts: ${missing.join(', ')}`);
if (!vitepress.isInstalled()) await vitepress.install();

const source = join(installed, `pages-${process.pid}`);
try {
	for (const file of Object.values(sections).flatMap((pages) => Object.keys(pages))) {
		const path = join(source, placeOf(file));
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, pageOf(file));
	}
	for (const images of ['docs/images', 'packages/node-red/images', 'icons']) cpSync(images, join(source, 'public', images), { recursive: true });
	symlinkSync(join(installed, 'node_modules'), join(source, 'node_modules'), 'junction');

	const sidebar = Object.entries(sections).map(([text, pages]) => ({
		text,
		items: Object.entries(pages).map(([file, title]) => ({ text: title, link: `/${placeOf(file).replace(/(?:index)?\.md$/, '')}` })),
	}));
	const config = {
		title: 'Meeting Assistant',
		description: 'Meetings in n8n, Node-RED, Zapier, AI agents and programs',
		lang: 'en',
		cleanUrls: true,
		head: [['link', { rel: 'icon', href: '/icons/meetingAssistant.svg' }], ['style', {}, STYLE]],
		outDir: OUTPUT,
		ignoreDeadLinks: 'localhostLinks',
		themeConfig: { logo: { light: '/icons/meetingAssistant.svg', dark: '/icons/meetingAssistant.dark.svg' }, sidebar, outline: [2, 3], search: { provider: 'local' }, socialLinks: [{ icon: 'github', link: REPOSITORY }] },
	};
	mkdirSync(join(source, '.vitepress'));
	writeFileSync(join(source, '.vitepress/config.mjs'), `export default { ...${JSON.stringify(config)}, markdown: ${MARKDOWN} };\n`);
	execFileSync(process.execPath, [command, 'build', source], { stdio: 'inherit' });
} finally {
	rmSync(source, { recursive: true, force: true });
}
console.log(`The site is in ${OUTPUT}`);
