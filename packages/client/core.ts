import { createClient, type Client as CoreClient, type ClientOptions } from '../../src/client/index.ts';
import { coreIn, type Client } from './connect.ts';

/** The other hosts' client for what `connect` returned. It contains the whole table, and therefore zod. */
export const coreOf = (client: Client, overrides?: Partial<ClientOptions>): CoreClient => createClient(coreIn(client).optionsWith(overrides));
