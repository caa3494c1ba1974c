/** Whether a text is a web address. `URL.canParse` is newer than some runtimes, such as Workers of before 2022. */
export function isUrl(text: string): boolean {
	try {
		new URL(text);
		return true;
	} catch {
		return false;
	}
}
