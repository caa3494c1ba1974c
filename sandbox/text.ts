/** Text for comparing without regard to case, in any script. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Text on one line, with runs of whitespace collapsed. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
