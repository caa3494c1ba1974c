import { getConnInfo } from '@hono/node-server/conninfo';
import { createMiddleware } from 'hono/factory';
import { hostOf } from '../deliveries/target.ts';
import { ApiError } from './apiError.ts';
import { isLoopback } from './listen.ts';

/**
 * Lets only this machine in: by the address of the connection, by the name it was reached under (a name that a
 * foreign DNS server turned to this machine is refused), and by the page that asks (a page from elsewhere is refused).
 */
export const loopbackOnly = createMiddleware(async (context, next) => {
	const { address = '' } = getConnInfo(context).remote;
	const host = context.req.header('Host') ?? '';
	const origin = context.req.header('Origin');
	const isOwnPage = origin === undefined || origin === `http://${host}`;
	if (!isLoopback(address) || !isLoopbackName(host) || !isOwnPage) {
		throw new ApiError('forbidden', 'Only this machine may ask for this: use http://127.0.0.1 or http://localhost.');
	}
	await next();
});

function isLoopbackName(host: string): boolean {
	const url = URL.parse(`http://${host}`);
	return url !== null && isLoopback(hostOf(url));
}
