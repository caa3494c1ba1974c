import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const { n8n } = JSON.parse(readFileSync('package.json', 'utf8'));

test('the build has every node and credential, as n8n loads them', () => {
	for (const path of [...n8n.nodes, ...n8n.credentials]) {
		const { [basename(path).split('.')[0]]: Loaded } = require(`../${path}`);
		const { description, displayName } = new Loaded();
		assert.match(description?.displayName ?? displayName, /^Meeting Assistant/);
	}
});

test('the build requires nothing that n8n does not have', () => {
	const required = globSync('dist/**/*.js').flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/require\(['"]([^'"]+)['"]\)/g)].map(([, name]) => name));
	assert.deepEqual([...new Set(required.filter((name) => !name.startsWith('.')))].sort(), ['n8n-workflow', 'node:crypto']);
});
