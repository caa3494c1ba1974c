import { writeFileSync } from 'node:fs';
import { openApiDocument } from '../../sandbox/openapi/document.ts';

/** Writes docs/openapi.json anew; a test fails while it differs from the table. */
const path = new URL('../../docs/openapi.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(openApiDocument('https://api.example.com'), null, '\t')}\n`);
