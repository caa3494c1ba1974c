import { createClient, type Client as CoreClient, type ClientOptions } from '../../src/client/index.ts';
import { coreIn, type Client } from './connect.ts';

/** The client of the other hosts inside what `connect` returned: with the whole table, and so with zod. */
export const coreOf = (client: Client, overrides?: Partial<ClientOptions>): CoreClient => createClient(coreIn(client).optionsWith(overrides));
