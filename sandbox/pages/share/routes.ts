import { findShared } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { SHARE_PATH } from '../../resources/conversations.ts';
import { savedKeyPoints } from '../../resources/keyPoints.ts';
import { pageHeaders } from '../../http/headers.ts';
import type { App } from '../../http/router.ts';
import type { Service } from '../../service.ts';
import { pageKind } from '../document.ts';
import { shareStyle } from '../styles/share.ts';
import { gonePage, sharedPage } from './view.ts';

const { policy, render } = pageKind({ style: shareStyle });
const headers = pageHeaders(policy, 'no-referrer');

/** Adds the public page of a shared conversation (Conversations, share). */
export function shareRoutes(app: App, service: Service): void {
	app.get(`${SHARE_PATH}:token`, (context) => {
		const conversation = findShared(service.db, context.req.param('token'));
		if (conversation === undefined) return context.html(render(gonePage), 404, headers);
		const keyPoints = savedKeyPoints(service, conversation)?.body;
		const page = sharedPage({ conversation, segments: listSegments(service.db, conversation.id), keyPoints });
		return context.html(render(page), 200, headers);
	});
	app.get(`${SHARE_PATH}*`, (context) => context.html(render(gonePage), 404, headers));
}
