import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import swc from '@rollup/plugin-swc';
import { thirdPartyNotices } from '../../scripts/package/thirdPartyNotices.mjs';
import { page } from './page.ts';

const here = import.meta.dirname;

/** Node-RED looks for the editor’s part under the same name, and for icons in a folder beside it. */
const editor = {
	name: 'editor',
	generateBundle() {
		this.emitFile({ type: 'asset', fileName: 'meeting-assistant.html', source: page() });
		const icon = readFileSync(join(here, '../../icons/meetingAssistant.svg'));
		this.emitFile({ type: 'asset', fileName: 'icons/meetingAssistant.svg', source: icon });
	},
};

export default {
	input: { 'meeting-assistant': join(here, 'meeting-assistant.ts') },
	external: /^node:/,
	onLog: (level, log, handler) => handler(level === 'warn' && !log.ids?.every((id) => id.includes('node_modules')) ? 'error' : level, log),
	plugins: [
		nodeResolve({ extensions: ['.ts', '.mjs', '.js'], preferBuiltins: true }),
		swc({ include: '**/*.ts', swc: { swcrc: false, jsc: { target: 'es2023', parser: { syntax: 'typescript' }, keepClassNames: true } } }),
		thirdPartyNotices('THIRD-PARTY-NOTICES.md'),
		editor,
	],
	output: { dir: join(here, 'dist'), format: 'cjs', exports: 'default', entryFileNames: '[name].js' },
};
