import type { App } from '../server/app.ts';
import { openApiDocument } from './document.ts';

/** Adds the document at `/openapi.json`, which needs no key. Its server is the sandbox, as the caller reached it. */
export function openApiRoutes(app: App): void {
	let document: ReturnType<typeof openApiDocument> | undefined;
	app.get('/openapi.json', (context) => {
		const { origin } = new URL(context.req.url);
		document ??= openApiDocument(origin);
		return context.json({ ...document, servers: [{ url: origin }] });
	});
}
