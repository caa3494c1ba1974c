export { absent, allWords, alternatives, asMeant, boolean, byLabel, type Choice, choice, choices, chosen, dateTime, emptied, type Field, type Fields, type Given, type InputOf, isBlank, isShown, json, type Kind, nameOf, number, type NumberSpec, pairs, type Picks, readInput, reference, refuse, SAMPLE_CONVERSATION_ID, text, withImplied } from './field.ts';
export { inputSchema, type JsonSchema, type Reader, withNames } from './jsonSchema.ts';
export { sentence, sentences, type Terms, type Text, textIn, withoutFullStop } from './terms.ts';
export { refuseUnused } from './unused.ts';
