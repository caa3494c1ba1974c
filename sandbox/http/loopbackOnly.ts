import { getConnInfo } from '@hono/node-server/conninfo';
import { createMiddleware } from 'hono/factory';
import { ApiError } from './apiError.ts';
import { hostOf, isLoopback } from './listen.ts';

/**
 * Accepts requests from this machine only. Checks the address of the connection, the host name (a name that someone
 * else's DNS server points to this machine is refused) and the origin of the page (other origins are refused).
 */
export const loopbackOnly = createMiddleware(async (context, next) => {
	const { address = '' } = getConnInfo(context).remote;
	const host = context.req.header('Host') ?? '';
	const origin = context.req.header('Origin');
	const isOwnPage = origin === undefined || origin === `http://${host}`;
	if (!isLoopback(address) || !isLoopbackName(host) || !isOwnPage) {
		throw new ApiError('forbidden', 'This is only available on this machine. Use http://127.0.0.1 or http://localhost.');
	}
	await next();
});

function isLoopbackName(host: string): boolean {
	const url = URL.parse(`http://${host}`);
	return url !== null && isLoopback(hostOf(url));
}
