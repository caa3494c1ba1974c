/** Why a file was refused, where, and what to do about it. Nothing of a refused file is kept. */
export class ImportError extends Error {
	override readonly name = 'ImportError';
	/** Line of the file, counted from 1. */
	readonly line: number;

	constructor(line: number, advice: string) {
		super(`line ${line}: ${advice}`);
		this.line = line;
	}
}
