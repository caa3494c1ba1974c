/** The version of this library, as its package.json says. */
export const VERSION = '1.0.0';
