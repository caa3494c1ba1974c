import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod/v4';
import { LOOPBACK } from '../../scripts/n8n/ports.ts';

const Arrival = z.object({ conversationId: z.string(), dedupeKey: z.string() });
const Counts = z.object({ once: z.number(), more: z.number(), kept: z.number() });
const Bound = z.object({ port: z.number() });

/** How many conversations arrived, by the number of arrivals. */
export interface Arrivals extends z.output<typeof Counts> {
	/** Conversations that never arrived. */
	readonly never: number;
}

/**
 * Stands in for the last system of a workflow. It keeps every arrival and, like a CRM, one record per key, which another
 * arrival overwrites.
 */
export async function startSink() {
	const database = new DatabaseSync(':memory:');
	database.exec(`
		CREATE TABLE arrivals (conversation TEXT NOT NULL, at INTEGER NOT NULL);
		CREATE TABLE records (key TEXT PRIMARY KEY, conversation TEXT NOT NULL) WITHOUT ROWID;
	`);
	const arrive = database.prepare('INSERT INTO arrivals VALUES (?, ?)');
	const upsert = database.prepare('INSERT INTO records VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET conversation = excluded.conversation');
	const count = database.prepare(`
		WITH each AS (SELECT count(*) AS times FROM arrivals GROUP BY conversation)
		SELECT count(*) FILTER (WHERE times = 1) AS once, count(*) FILTER (WHERE times > 1) AS more,
			(SELECT count(*) FROM records) AS kept FROM each
	`);
	let lastArrival = Date.now();

	const server = createServer((request, response) => {
		void text(request).then((body) => {
			const { conversationId, dedupeKey } = Arrival.parse(JSON.parse(body));
			lastArrival = Date.now();
			arrive.run(conversationId, lastArrival);
			upsert.run(dedupeKey, conversationId);
			response.end('{}');
		});
	});
	server.listen(0, LOOPBACK);
	await once(server, 'listening');
	return {
		url: `http://${LOOPBACK}:${Bound.parse(server.address()).port}`,
		/** Milliseconds since 1970. */
		lastArrival: () => lastArrival,
		arrivals(conversations: number): Arrivals {
			const counts = Counts.parse(count.get());
			return { ...counts, never: conversations - counts.once - counts.more };
		},
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
			database.close();
		},
	};
}
