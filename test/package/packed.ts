import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = process.cwd();

/** The package as npm would publish it, unpacked where nothing of the repository can be resolved. */
export interface Packed {
	/** Everything else is inside; remove it when done. */
	folder: string;
	/** The unpacked package. */
	directory: string;
	/** What n8n provides to a package at run time, for NODE_PATH. */
	host: string;
	files: string[];
	packedBytes: number;
}

export function pack(): Packed {
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const report = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, encoding: 'utf8' });
	const [{ filename, size, files }] = JSON.parse(report);
	execFileSync('tar', ['-xzf', filename], { cwd: folder });

	const host = join(folder, 'host');
	mkdirSync(host);
	symlinkSync(join(root, 'node_modules/n8n-workflow'), join(host, 'n8n-workflow'), 'junction');
	const paths: string[] = files.map(({ path }: { path: string }) => path);
	return { folder, directory: join(folder, 'package'), host, files: paths, packedBytes: size };
}
