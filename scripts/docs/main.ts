import { writeFileSync } from 'node:fs';
import { generated } from './generated.ts';

for (const [path, content] of Object.entries(generated)) writeFileSync(path, content());
