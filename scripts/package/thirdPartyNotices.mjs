import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const INTRODUCTION = '# Third-party notices\n\nThis package contains code of the packages below. Each is used under its own license.';

/** `/…/node_modules/zod/v4/core/api.js` → `/…/node_modules/zod`; our own modules have none. */
const packageFolder = (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0];

function noticeFor(folder) {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
	if (files.length === 0) throw new Error(`${name} is inlined but has no license file. Do without it, or find out what its license asks for.`);
	const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
	return { name, text: [`## ${name} ${version}`, `License: ${license}`, ...texts].join('\n\n') };
}

/** A rollup plugin: writes the license of every package whose code is in the bundle, as their licenses require. */
export const thirdPartyNotices = (fileName) => ({
	name: 'third-party-notices',
	generateBundle(_options, bundle) {
		const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules));
		const folders = new Set(modules.map(packageFolder).filter(Boolean));
		const notices = [...folders].map(noticeFor).sort((one, other) => one.name.localeCompare(other.name, 'en'));
		this.emitFile({ type: 'asset', fileName, source: `${[INTRODUCTION, ...notices.map(({ text }) => text)].join('\n\n')}\n` });
	},
});
