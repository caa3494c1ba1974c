import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CLIENT_REFERENCE, writeClientReference } from './clientReference.ts';
import { generated } from './generated.ts';

for (const [path, content] of Object.entries(generated)) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, content());
}
writeClientReference(CLIENT_REFERENCE);
