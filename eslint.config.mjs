import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const published = ['package.json', '{nodes,credentials}/**/*.{ts,json}'];
const product = ['{src,nodes,credentials,sandbox,packages,scripts,e2e}/**/*.ts'];

/** The scanner pins an older release of n8n's plugin; what only the current release demands comes on top. */
const scanConfig = await buildScanConfig();
const scanned = new Set(scanConfig.flatMap(({ rules }) => Object.keys(rules ?? {})));
const newerRules = Object.entries(n8nCommunityNodesPlugin.configs.recommended.rules)
	.filter(([name]) => !scanned.has(name))
	.map(([name, level]) => [name.replace('@n8n/community-nodes/', 'community-nodes-current/'), level]);

export default defineConfig(
	globalIgnores(['**/dist/', 'dist-site/', 'coverage/', '**/package-lock.json']),
	{ linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
	{ files: published, extends: [scanConfig] },
	{ files: published, plugins: { 'community-nodes-current': n8nCommunityNodesPlugin }, rules: Object.fromEntries(newerRules) },
	{
		files: ['{src,nodes,credentials,sandbox,packages,scripts,test,bench,e2e}/**/*.ts'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		languageOptions: { parser: tseslint.parser },
		rules: {
			'@typescript-eslint/ban-ts-comment': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-explicit-any': 'error',
		},
	},
	// Text from outside may be long and hostile: no expression may take quadratic time.
	{
		files: ['{src,nodes,credentials,sandbox,packages,scripts,e2e}/**/*.{ts,js}'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
	// Bundlers can drop the rest of zod, its 40 translations first, only from a namespace.
	{
		files: ['{src,nodes,credentials,packages}/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{ selector: "ImportDeclaration[source.value='zod/v4'] > :not(ImportNamespaceSpecifier, Literal)", message: "Write import * as z from 'zod/v4'." },
			],
		},
	},
	{ files: product, rules: { '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }] } },
	// What the endpoint table guarantees and TypeScript cannot follow is asserted here and nowhere else.
	{ files: ['src/client/trust.ts'], rules: { '@typescript-eslint/consistent-type-assertions': 'off' } },
);
