/** Something the person at the keyboard can mend: shown as this one line, without a stack trace. */
export class DemoError extends Error {
	override readonly name = 'DemoError';
}
