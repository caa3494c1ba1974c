import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failOnWarning, inlining } from '../../scripts/package/bundle.mjs';

const here = import.meta.dirname;
const read = (path) => JSON.parse(readFileSync(join(here, path), 'utf8'));

/** Creates what Zapier’s command line expects: a folder with a package that depends on Zapier’s platform. */
const project = {
	name: 'zapier-project',
	generateBundle({ dir }) {
		const { name, version, description, license, engines } = read('package.json');
		const platform = 'zapier-platform-core';
		const dependencies = { [platform]: read('../../scripts/zapier/package.json').dependencies[platform] };
		const manifest = { name, version, description, license, private: true, main: 'index.js', engines, dependencies };
		this.emitFile({ type: 'asset', fileName: 'package.json', source: `${JSON.stringify(manifest, null, 2)}\n` });
		// Zapier’s command line resolves modules like an older Node and would leave these files out. It also writes into this
		// file which integration the folder belongs to, so an existing file stays.
		const linked = '.zapierapprc';
		if (!existsSync(join(dir, linked))) {
			const config = { includeInBuild: ['node_modules/.*/require\\.mjs$'] };
			this.emitFile({ type: 'asset', fileName: linked, source: `${JSON.stringify(config, null, 2)}\n` });
		}
		const index = `const { app } = require('./app.js');

module.exports = {
	...app,
	version: require('./package.json').version,
	platformVersion: require('${platform}').version,
};
`;
		this.emitFile({ type: 'asset', fileName: 'index.js', source: index });
	},
};

export default {
	input: { app: join(here, 'index.ts') },
	external: /^node:/,
	onLog: failOnWarning,
	plugins: [...inlining(), project],
	output: { dir: join(here, 'dist'), format: 'cjs', exports: 'named', entryFileNames: '[name].js' },
};
