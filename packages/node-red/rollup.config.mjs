import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failOnWarning, inlining, packable } from '../../scripts/package/bundle.mjs';
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
	onLog: failOnWarning,
	plugins: [...inlining(), editor, packable(here)],
	output: { dir: join(here, 'dist'), format: 'cjs', exports: 'default', entryFileNames: '[name].js' },
};
