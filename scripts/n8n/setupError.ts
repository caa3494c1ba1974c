/** Something the person at the keyboard can mend: shown as these words, without a stack trace. */
export class SetupError extends Error {
	override readonly name = 'SetupError';
}
