import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { installationOf, ROOT } from '../n8n/folders.ts';
import { installPinned, runNpm } from '../n8n/install.ts';
import { missingPages, pageOf, placeOf, sections } from './pages.ts';

/** Builds the documentation site from the repository's own pages. Fails on a broken link. */
const PINNED = join(ROOT, 'scripts/site');
const OUTPUT = join(ROOT, 'dist-site');
const installed = installationOf('site', PINNED);
const command = join(installed, 'node_modules/vitepress/bin/vitepress.js');

const missing = missingPages();
if (missing.length > 0) throw new Error(`These pages are in no section of scripts/site/pages.ts: ${missing.join(', ')}`);
if (!existsSync(command)) await installPinned(PINNED, installed, (unfinished) => runNpm(unfinished, ['ci', '--ignore-scripts']));

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
		cleanUrls: true,
		outDir: OUTPUT,
		ignoreDeadLinks: 'localhostLinks',
		head: [
			['link', { rel: 'icon', href: '/icons/meetingAssistant.svg' }],
			// On a phone, a table scrolls rather than breaking its texts after each word.
			['style', {}, '.vp-doc td { min-width: 8rem }'],
		],
		themeConfig: { logo: { light: '/icons/meetingAssistant.svg', dark: '/icons/meetingAssistant.dark.svg' }, sidebar, outline: [2, 3], search: { provider: 'local' }, socialLinks: [{ icon: 'github', link: 'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant' }] },
	};
	mkdirSync(join(source, '.vitepress'));
	writeFileSync(join(source, '.vitepress/config.mjs'), `export default ${JSON.stringify(config)};\n`);
	execFileSync(process.execPath, [command, 'build', source], { stdio: 'inherit' });
} finally {
	rmSync(source, { recursive: true, force: true });
}
console.log(`The site is in ${OUTPUT}`);
