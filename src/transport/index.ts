export * from './noAnswer.ts';
export type * from './port.ts';
export { DEFAULT_MAX_ANSWER_BYTES } from './readText.ts';
export { redactor } from './redactor.ts';
