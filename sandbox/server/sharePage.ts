import { html } from 'hono/html';
import { iso } from '../clock.ts';
import { findShared } from '../db/conversations.ts';
import { listSegments } from '../db/segments.ts';
import { savedKeyPoints } from '../generate/keyPoints.ts';
import type { Service } from '../service.ts';
import type { App } from './app.ts';
import { notFound } from './apiError.ts';

const PATH = '/share/';

/** Public address of a shared conversation. */
export const shareUrl = (origin: string, token: string): string => `${origin}${PATH}${token}`;

/** Adds the page that anyone with the link can read (Conversations, share). `html` escapes whatever is put in. */
export function sharePage(app: App, service: Service): void {
	app.get(`${PATH}:token`, (context) => {
		const conversation = findShared(service.db, context.req.param('token'));
		if (conversation === undefined) throw notFound('Shared conversation');
		const sections = savedKeyPoints(service, conversation)?.body.sections ?? [];
		const segments = listSegments(service.db, conversation.id);
		context.header('Content-Security-Policy', "default-src 'none'");
		context.header('Referrer-Policy', 'no-referrer');
		context.header('X-Robots-Tag', 'noindex');
		return context.html(html`<!doctype html>
			<html lang="en">
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<meta name="color-scheme" content="light dark" />
				<title>${conversation.title}</title>
				<h1>${conversation.title}</h1>
				<p><time>${iso(conversation.startedAt)}</time></p>
				${sections.map(
					({ heading, points }) => html`<h2>${heading}</h2>
						<ul>
							${points.map((point) => html`<li>${point}</li>`)}
						</ul>`,
				)}
				<h2>Transcript</h2>
				${segments.map(({ speaker, text }) => html`<p><strong>${speaker ?? 'Unknown'}</strong> ${text}</p>`)}
			</html>`);
	});
}
