import * as fc from 'fast-check';

const character = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff })).map((code) => String.fromCodePoint(code));

/** Texts of any characters. The unit “binary” of fast-check draws the same, but lists all of Unicode first, in every file of tests. */
export const anyText = (constraints: { readonly minLength?: number; readonly maxLength?: number } = {}): fc.Arbitrary<string> => fc.string({ ...constraints, unit: character });
