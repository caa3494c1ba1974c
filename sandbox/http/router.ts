import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

/** The application that answers the requests of a server. */
export type App = Hono<{ Bindings: HttpBindings }>;

/** A path with `{name}`, as tables write it, in the router's own notation. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
