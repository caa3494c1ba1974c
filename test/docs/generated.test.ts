import { existsSync, readFileSync } from 'node:fs';
import { generated } from '../../scripts/docs/generated.ts';

test('every generated file is up to date', () => {
	const outdated = Object.entries(generated).filter(([path, content]) => !existsSync(path) || readFileSync(path, 'utf8') !== content());
	expect(outdated.map(([path]) => `${path}: npm run docs writes it`)).toEqual([]);
});
