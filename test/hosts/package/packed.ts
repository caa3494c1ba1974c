import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packed, unpack } from './clone.ts';

export const root = process.cwd();

/** The package as npm would publish it, unpacked where nothing of the repository can be resolved. */
export interface UnpackedPackage {
	/** The folder that contains everything; remove it when done. */
	folder: string;
	/** The unpacked package. */
	directory: string;
	/** What n8n provides to a package at run time, for NODE_PATH. */
	host: string;
	files: readonly string[];
	packedBytes: number;
}

export function pack(): UnpackedPackage {
	const folder = mkdtempSync(join(tmpdir(), 'packed-'));
	const { tarball, bytes, files } = packed('.');
	const directory = join(folder, 'package');
	unpack(tarball, directory);

	const host = join(folder, 'host');
	mkdirSync(host);
	symlinkSync(join(root, 'node_modules/n8n-workflow'), join(host, 'n8n-workflow'), 'junction');
	return { folder, directory, host, files, packedBytes: bytes };
}
