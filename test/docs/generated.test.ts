import { readFileSync } from 'node:fs';
import { generated } from '../../scripts/docs/generated.ts';

test.each(Object.entries(generated))('%s is up to date (npm run docs writes it)', (path, content) => {
	expect(readFileSync(path, 'utf8')).toBe(content());
});
