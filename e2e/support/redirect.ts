import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into n8n before its own code: sends requests for the hosts in STAND_IN_HOSTS to STAND_IN_URL, because n8n's nodes
 * for other services have no base URL to change. The Host header still names the service.
 */
const { STAND_IN_URL = '', STAND_IN_HOSTS = '' } = process.env;
const hosts = new Set(STAND_IN_HOSTS.split(',').filter(Boolean));

if (hosts.size > 0) {
	const { hostname, port } = new URL(STAND_IN_URL);
	const request = https.request.bind(https);
	const redirected = (options: RequestOptions) => ({
		...options,
		protocol: 'http:',
		host: hostname,
		hostname,
		port,
		agent: undefined,
		headers: { ...Object(options.headers), host: options.hostname ?? options.host },
	});
	// axios, which n8n's request helpers use, always passes options and a callback.
	const replaced = (options: RequestOptions, onResponse?: (response: http.IncomingMessage) => void) =>
		hosts.has(options.hostname ?? '') ? http.request(redirected(options), onResponse) : request(options, onResponse);
	Object.assign(https, { request: replaced });
	syncBuiltinESMExports();
}
