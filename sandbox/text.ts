/** Text as it is compared: without difference between upper and lower case, in any script. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Text in one line: no line breaks, no runs of blanks. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
