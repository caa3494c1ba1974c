import { after } from 'node:test';
import { startWorld } from './startWorld.ts';

/** Shared by all tests, in one process, because it takes half a minute to start. */
export const world = await startWorld();

after(world.stop);
