/** Speech without times is laid out at this pace. */
const WORDS_PER_MINUTE = 150;

/** How long saying a text takes, in milliseconds. */
export const speakingMs = (text: string): number => Math.ceil((text.split(/\s+/).length * 60_000) / WORDS_PER_MINUTE);
