/** A path with `{name}`, as tables write it, in the way of the router. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
