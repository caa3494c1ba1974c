/** Header names in lower case, one text each, whatever an HTTP library made of them. */
export function plainHeaders(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([, value]) => value !== undefined && value !== null)
			.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]),
	);
}
