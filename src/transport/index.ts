export * from './noAnswer.ts';
export type * from './port.ts';
