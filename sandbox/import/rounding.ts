const ROUNDED_UP = /(?:(\d{1,3}):)?(\d{2}):60(?=[.,]0{1,3}(?!\d))/g;

const two = (value: number): string => String(value).padStart(2, '0');

/** Some exporters round 59.99 seconds up to 60: a timing line with such times carried into the minute they mean. */
export function carried(line: string): string {
	if (!line.includes('-->')) return line;
	return line.replace(ROUNDED_UP, (_, hours: string | undefined, minutes: string) => {
		const total = Number(hours ?? 0) * 60 + Number(minutes) + 1;
		return `${two(Math.floor(total / 60))}:${two(total % 60)}:00`;
	});
}
