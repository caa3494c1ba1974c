import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import swc from '@rollup/plugin-swc';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

export const resolve = () => nodeResolve({ extensions: ['.ts', '.mjs', '.js'], preferBuiltins: true });

/** Class names stay: people read them in errors. */
export const compile = (minify) =>
	swc({
		include: '**/*.ts',
		swc: {
			swcrc: false,
			jsc: { target: 'es2023', parser: { syntax: 'typescript' }, keepClassNames: true, loose: false, ...(minify && { minify }) },
		},
	});

/** Builds a package with inlined libraries, whose licenses are added to it. */
export const inlining = () => [resolve(), compile(), thirdPartyNotices('THIRD-PARTY-NOTICES.md')];

/** Lets npm pack the package in this folder, which contains a link to the file that marks it as built (library.ts). */
export const packable = (folder) => ({
	name: 'packable',
	writeBundle({ dir }) {
		cpSync(join(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE'));
		writeFileSync(join(dir, '.npmignore'), '');
	},
});

/** Libraries may have circular imports; our own code may not, and any other warning is our mistake. */
export function failOnWarning(level, log, handler) {
	const insideLibraries = log.ids?.every((id) => id.includes('node_modules')) ?? log.id?.includes('node_modules');
	if (level !== 'warn') return handler(level, log);
	if (!insideLibraries) handler('error', log);
}
