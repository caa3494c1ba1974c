import { findShared } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { savedKeyPoints } from '../../generate/keyPoints.ts';
import type { App } from '../../server/app.ts';
import type { Service } from '../../service.ts';
import { pageKind } from '../document.ts';
import { pageHeaders } from '../headers.ts';
import { shareStyle } from '../styles/share.ts';
import { gonePage } from './gone.ts';
import { sharedPage } from './view.ts';

const PATH = '/share/';

/** Public address of a shared conversation. */
export const shareUrl = (publicUrl: string, token: string): string => `${publicUrl}${PATH}${token}`;

const { policy, render } = pageKind({ style: shareStyle });
const headers = pageHeaders(policy, 'no-referrer');

/** Adds the page that anyone with the link can read (Conversations, share). */
export function shareRoutes(app: App, service: Service): void {
	app.get(`${PATH}:token`, (context) => {
		const conversation = findShared(service.db, context.req.param('token'));
		if (conversation === undefined) return context.html(render(gonePage), 404, headers);
		const keyPoints = savedKeyPoints(service, conversation)?.body;
		const page = sharedPage({ conversation, segments: listSegments(service.db, conversation.id), keyPoints });
		return context.html(render(page), 200, headers);
	});
	app.get(`${PATH}*`, (context) => context.html(render(gonePage), 404, headers));
}
