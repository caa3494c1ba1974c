import type { Context } from 'hono';
import { etag } from 'hono/etag';
import { createHash, timingSafeEqual } from 'node:crypto';
import { allControls, type Control } from '../../control/index.ts';
import { SandboxError } from '../../errors.ts';
import { ImportError } from '../../import/index.ts';
import { newToken } from '../../ids.ts';
import { ApiError } from '../../http/apiError.ts';
import type { App } from '../../http/router.ts';
import { readBytes } from '../../http/body.ts';
import { pageHeaders } from '../../http/headers.ts';
import { loopbackOnly } from '../../http/loopbackOnly.ts';
import type { Service } from '../../service.ts';
import { pageKind } from '../document.ts';
import { findConversationById } from '../../db/conversations.ts';
import { consoleStyle } from '../styles/console.ts';
import { conversationStyle } from '../styles/share.ts';
import { CONVERSATION_PATH, conversationPage, deletedPage } from './conversation.ts';
import { liveScript } from './liveScript.ts';
import { type Fields, inputOf, noticeOf, type Refused } from './form.ts';
import { consolePage, type Notice } from './view.ts';

/** Max size of a submitted form, as large as the API and the controls accept. */
const MAX_FORM_MB = { text: 0.1, file: 50 } as const;
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
	const notices = createNotices();
	const show = (context: Context, status: 200 | 400 | 403, fields: Fields, notice?: Notice, refused?: Refused) => {
		const { user = '' } = fields;
		const { origin } = new URL(context.req.url);
		const page = consolePage(service, { url: origin, token: guard.token, user, notice, refused });
		return context.html(render(page), status, headers);
	};

	app.get('/', loopbackOnly, etag(), (context) => {
		const query = context.req.query();
		return show(context, 200, query, notices.take(query['notice']));
	});

	app.get(`${CONVERSATION_PATH}:id`, loopbackOnly, (context) => {
		const conversation = findConversationById(service.db, context.req.param('id'));
		if (conversation === undefined) return context.html(conversationKind.render(deletedPage), 404, conversationHeaders);
		return context.html(conversationKind.render(conversationPage(service, conversation)), 200, conversationHeaders);
	});

	app.post('/console/:action', loopbackOnly, async (context, next) => {
		const name = context.req.param('action');
		const action = actions.get(name);
		if (action === undefined) return next();
		const form = await formOf(context, action);
		if (form === null) return show(context, 400, {}, { text: tooLarge(action), isError: true });
		const { fields, file } = form;
		const refuse = (status: 400 | 403, problem: string, inForm: boolean) =>
			show(context, status, fields, inForm ? undefined : { text: problem, isError: true }, { action: name, fields: withoutLongTexts(fields), problem: inForm ? problem : null });
		if (!guard.accepts(fields['token'])) return refuse(403, OUT_OF_DATE, false);
		try {
			const shown = action.shown(await action.perform(service, inputOf(action, fields, file)));
			const notice = notices.add({ text: noticeOf(shown), isError: shown.isIncomplete === true });
			return context.redirect(`/?${new URLSearchParams({ user: fields['user'] ?? '', notice })}#${action.section}`, 303);
		} catch (error) {
			const problem = problemOf(error);
			if (problem !== null) return refuse(400, problem, action.inRows === undefined);
			throw error;
		}
	});
}

const actions: ReadonlyMap<string, Control> = new Map(allControls.filter(({ section }) => section !== undefined).map((control) => [control.id, control]));

/** What to say to the person who submitted a form; null if the error is not theirs. */
function problemOf(error: unknown): string | null {
	if (error instanceof ImportError) return `The transcript was not imported. ${error.message.replace(/^line/, 'Line')}.`;
	return error instanceof SandboxError ? error.message : null;
}

/** A pasted transcript of a long day is not worth sending back. */
const withoutLongTexts = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([, { length }]) => length <= 1_000_000));

const takesFile = ({ entries }: Control): boolean => entries.some(({ entry }) => entry.kind === 'transcript');
const maxMb = (action: Control): number => (takesFile(action) ? MAX_FORM_MB.file : MAX_FORM_MB.text);

const tooLarge = (action: Control): string =>
	takesFile(action)
		? `The transcript is larger than ${MAX_FORM_MB.file} MB. Split it into shorter meetings.`
		: 'The form contains too much text. Shorten it and submit it again.';

interface Form {
	readonly fields: Fields;
	readonly file?: Uint8Array;
}

/** A submitted form; null if it is too large. The name of its file is the field `filename`. */
async function formOf({ req }: Context, action: Control): Promise<Form | null> {
	const type = req.header('Content-Type') ?? '';
	const bytes = await readBytes(req.raw, maxMb(action) * 1_000_000).catch((error: unknown) => {
		if (error instanceof ApiError) return null;
		throw error;
	});
	if (bytes === null) return null;
	if (!takesFile(action) || !type.startsWith('multipart/form-data')) return { fields: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))) };
	const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => new FormData());
	const fields: Record<string, string> = {};
	let file: Uint8Array | undefined;
	for (const [name, value] of form) {
		if (typeof value === 'string') fields[name] = value;
		else [file, fields['filename']] = [new Uint8Array(await value.arrayBuffer()), value.name];
	}
	return { fields, ...(file && { file }) };
}

/** Notices that wait to be shown. Each is shown once, and by a token, so that nobody puts words on the page with a link. */
function createNotices() {
	const waiting = new Map<string, Notice>();
	return {
		/** Returns the token of the notice. */
		add(notice: Notice): string {
			const token = newToken();
			waiting.set(token, notice);
			const [oldest] = waiting.keys();
			if (waiting.size > MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
			return token;
		},
		take(token = ''): Notice | undefined {
			const notice = waiting.get(token);
			waiting.delete(token);
			return notice;
		},
	};
}

const MAX_WAITING = 20;

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
