import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { installClient, type Installed } from './installed.ts';

/** Prints the tooltip that an editor shows for a name. Few people read more than a dozen lines of it. */
const program = `
import { connect } from 'meeting-assistant-client';
import { operationsOf } from 'meeting-assistant-client/operations';
const client = connect();
const { actionItem, insight } = operationsOf(client);
const list = client./*1*/conversations.list({ search: 'Acme' });
const /*2*/page = await client.conversations./*3*/list({ search: 'Acme' });
const { data: /*4*/keyPoints } = await client.keyPoints./*5*/get({ id: '' });
const /*6*/digest = await insight./*7*/getDigest({ period: 'today' });
for await (const /*8*/item of actionItem.find()) void item;
const /*9*/answer = await client.question./*10*/ask({ id: '', query: '' });
`;
const MAX = 700;

let installed: Installed;

beforeAll(() => (installed = installClient()), 300_000);
afterAll(() => installed.remove());

test('tooltips are short, and name nothing that a program cannot import', () => {
	const file = join(installed.folder, 'program.mts');
	writeFileSync(file, program);
	const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022, strict: true, types: [] };
	const service = ts.createLanguageService({
		...{ getScriptFileNames: () => [file], getScriptVersion: () => '1', getCompilationSettings: () => options, getCurrentDirectory: () => installed.folder },
		getScriptSnapshot: (path) => (ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? '') : undefined),
		...{ getDefaultLibFileName: ts.getDefaultLibFilePath, fileExists: ts.sys.fileExists, readFile: ts.sys.readFile },
		...{ readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories },
	});
	const tooltips = [...program.matchAll(/\/\*\d+\*\//g)].map(({ 0: mark, index }) => {
		const { displayParts } = service.getQuickInfoAtPosition(file, index + mark.length) ?? {};
		return ts.displayPartsToString(displayParts);
	});
	expect(tooltips).toHaveLength(10);
	for (const tooltip of tooltips) {
		expect(tooltip).not.toMatch(/^$|: any$|\bz\.|Zod|import\(/);
		expect(tooltip.length).toBeLessThan(MAX);
	}
	process.stdout.write(`longest tooltip: ${Math.max(...tooltips.map(({ length }) => length))} characters\n`);
}, 300_000);
