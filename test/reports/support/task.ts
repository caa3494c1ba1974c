import { createReader, type ReaderOptions, type Task } from '../../../src/meetings/index.ts';

/** A task of a run that has read nothing yet. */
export const begin = (options: ReaderOptions): Task => createReader(options).begin();
