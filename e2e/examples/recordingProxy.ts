import { startLocalServer } from '../localServer.ts';

export interface Seen {
	/** Method and path, with its query. */
	readonly request: string;
	readonly status: number;
}

const isKept = (header: string): boolean => /^(x-|retry-after$|content-type$)/.test(header);

/** Stands before a service on this machine and notes what is asked of it, and how it answers. */
export const startRecordingProxy = (target: string, seen: Seen[]) =>
	startLocalServer(async ({ method, url = '', headers: { authorization = '' } }, response) => {
		const answer = await fetch(`${target}${url}`, { method, headers: { authorization } });
		seen.push({ request: `${method} ${url}`, status: answer.status });
		const headers = Object.fromEntries([...answer.headers].filter(([name]) => isKept(name)));
		response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
	});
