/** Whether a text is a web address. Some runtimes, such as Workers before 2022, lack `URL.canParse`. */
export function isUrl(text: string): boolean {
	try {
		new URL(text);
		return true;
	} catch {
		return false;
	}
}
