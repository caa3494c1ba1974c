import { after } from 'node:test';
import { startWorld } from './startWorld.ts';

/** One for all tests, in the one process they share: it takes half a minute to start. */
export const world = await startWorld();

after(world.stop);
