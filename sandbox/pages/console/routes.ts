import type { Context } from 'hono';
import { etag } from 'hono/etag';
import { createHash, timingSafeEqual } from 'node:crypto';
import { SandboxError } from '../../errors.ts';
import { newToken } from '../../ids.ts';
import { ApiError } from '../../server/apiError.ts';
import type { App } from '../../server/router.ts';
import { readBytes } from '../../server/body.ts';
import { pageHeaders } from '../../server/headers.ts';
import { loopbackOnly } from '../../server/loopbackOnly.ts';
import type { Service } from '../../service.ts';
import { pageKind } from '../document.ts';
import { findConversationById } from '../../db/conversations.ts';
import { consoleStyle } from '../styles/console.ts';
import { conversationStyle } from '../styles/share.ts';
import { actionNamed, type Action, type Fields } from './actions.ts';
import { CONVERSATION_PATH, conversationPage } from './conversation.ts';
import { liveScript } from './liveScript.ts';
import { consolePage, type Notice } from './view.ts';

const MAX_FORM_BYTES = 10_000;
/** As much as the controls take. */
const MAX_FILE_MB = 50;
const TOO_LARGE = `The transcript is larger than ${MAX_FILE_MB} MB. Split it into shorter meetings.`;
const OUT_OF_DATE = 'This form was out of date. Submit it again.';

const { policy, render } = pageKind({
	style: consoleStyle,
	script: liveScript,
	policy: "connect-src 'self'; form-action 'self'",
});
// Without a referrer, browsers would also hide the origin of a form.
const headers = pageHeaders(policy, 'same-origin');
const conversationKind = pageKind({ style: conversationStyle });
const conversationHeaders = pageHeaders(conversationKind.policy, 'same-origin');

/** Adds the console, for this machine only (see `loopbackOnly`). */
export function consoleRoutes(app: App, service: Service): void {
	const guard = createGuard();
	const show = (context: Context, status: 200 | 400 | 403, user: string | undefined, notice?: Notice) => {
		const { origin } = new URL(context.req.url);
		const page = consolePage(service, { url: origin, token: guard.token, user, notice });
		return context.html(render(page), status, headers);
	};
	const refuse = (context: Context, status: 400 | 403, user: string | undefined, text: string) =>
		show(context, status, user, { text, isError: true });

	app.get('/', loopbackOnly, etag(), (context) => {
		const { user, done = '', id = '' } = context.req.query();
		return show(context, 200, user, doneNotice(service, actionNamed(done), id));
	});

	app.get(`${CONVERSATION_PATH}:id`, loopbackOnly, (context, next) => {
		const conversation = findConversationById(service.db, context.req.param('id'));
		if (conversation === undefined) return next();
		return context.html(conversationKind.render(conversationPage(service, conversation)), 200, conversationHeaders);
	});

	app.post('/console/:action', loopbackOnly, async (context, next) => {
		const action = actionNamed(context.req.param('action'));
		if (action === undefined) return next();
		const fields = await fieldsOf(context, action).catch((error: unknown) => {
			if (action.takesFile && error instanceof ApiError) return null;
			throw error;
		});
		if (fields === null) return refuse(context, 400, '', TOO_LARGE);
		const { token, user = '' } = fields;
		if (!guard.accepts(token)) return refuse(context, 403, user, OUT_OF_DATE);
		try {
			const id = await action.run(service, fields);
			const query = new URLSearchParams({ user, done: context.req.param('action'), ...(typeof id === 'string' && { id }) });
			return context.redirect(`/?${query}#${action.section}`, 303);
		} catch (error) {
			if (error instanceof SandboxError) return refuse(context, 400, user, error.message);
			throw error;
		}
	});
}

const doneNotice = (service: Service, action: Action | undefined, id: string): Notice | undefined =>
	action && { text: typeof action.done === 'string' ? action.done : action.done(service, id), isError: false };

/** The fields of a form. A file becomes its text, and its name the field `filename`. @throws ApiError if it is too large */
async function fieldsOf({ req }: Context, { takesFile }: Action): Promise<Fields> {
	const type = req.header('Content-Type') ?? '';
	const bytes = await readBytes(req.raw, takesFile ? MAX_FILE_MB * 1_000_000 : MAX_FORM_BYTES);
	if (!takesFile || !type.startsWith('multipart/form-data')) return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
	const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => new FormData());
	const fields: Record<string, string> = {};
	for (const [name, value] of form) {
		if (typeof value === 'string') fields[name] = value;
		else [fields[name], fields['filename']] = [await value.text(), value.name];
	}
	return fields;
}

interface Guard {
	/** Included in every form. */
	readonly token: string;
	/** Whether a form was created by this sandbox since it started. */
	accepts(token: string | undefined): boolean;
}

/** Creates the secret that a page of another origin cannot read, and so cannot send. */
function createGuard(): Guard {
	const token = newToken();
	const expected = digest(token);
	return { token, accepts: (given = '') => timingSafeEqual(digest(given), expected) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
