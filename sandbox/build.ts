import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Makes `dist`, which is what is published. */
const here = import.meta.dirname;
const dist = join(here, 'dist');
const sample = 'examples/meetings/quillbrook-pilot.vtt';

rmSync(dist, { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', here], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

// Seen from the code, the sample lies where it does in the repository.
cpSync(join(here, '..', sample), join(dist, sample));
cpSync(join(here, '..', 'LICENSE'), join(here, 'LICENSE'));
chmodSync(join(dist, 'sandbox', 'main.js'), 0o755);
