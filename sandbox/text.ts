/** Text as it is compared: without difference between upper and lower case, in any script. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
