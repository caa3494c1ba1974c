

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/;

/** `1:02:03.5` or `02:03` in milliseconds; null if it is not such a time. */
export function clockMs(time: string): number | null {
	const match = CLOCK.exec(time.trim());
	if (match === null) return null;
	const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
	if (Number(minutes) > 59 || Number(seconds) > 59) return null;
	return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

/** Speech without times is timed at this pace. */
const WORDS_PER_MINUTE = 150;

/** How long it takes to say a text, in milliseconds. */
export const speakingMs = (text: string): number => Math.ceil((text.split(/\s+/).length * 60_000) / WORDS_PER_MINUTE);
