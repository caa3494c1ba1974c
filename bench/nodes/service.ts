/** Run as a process by `startService`, so that its processor time is not counted. It sends its parent the port. */
import { createServer } from 'node:http';

const SEGMENTS = 100;

const start = Date.UTC(2026, 10, 2, 10);
const answer = Buffer.from(
	JSON.stringify({
		data: {
			id: 'c1',
			segments: Array.from({ length: SEGMENTS }, (_, index) => ({
				text: `This is sentence ${index} of a meeting, in which everybody says what there is to say about the plan.`,
				speaker: index % 3 ? 'Ben Ode' : 'Anna Lindt',
				timestamp: new Date(start + index * 1500).toISOString(),
			})),
		},
	}),
);
const reset = String(Math.ceil(Date.now() / 3_600_000 + 1) * 3600);
const limits = { 'x-ratelimit-limit': '1000000', 'x-ratelimit-remaining': '999999', 'x-ratelimit-reset': reset };
const headers = { 'content-type': 'application/json', 'content-length': answer.length, ...limits };

const server = createServer((_, response) => {
	response.writeHead(200, headers).end(answer);
});
// The benchmark may have failed.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	process.send?.(typeof address === 'object' ? address?.port : null);
});
