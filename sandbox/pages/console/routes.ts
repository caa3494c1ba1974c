import type { Context } from 'hono';
import { etag } from 'hono/etag';
import { createHash, timingSafeEqual } from 'node:crypto';
import { SandboxError } from '../../errors.ts';
import { newToken } from '../../ids.ts';
import type { App } from '../../server/router.ts';
import { readText } from '../../server/body.ts';
import { pageHeaders } from '../../server/headers.ts';
import { loopbackOnly } from '../../server/loopbackOnly.ts';
import type { Service } from '../../service.ts';
import { pageKind } from '../document.ts';
import { consoleStyle } from '../styles/console.ts';
import { actionNamed } from './actions.ts';
import { liveScript } from './liveScript.ts';
import { consolePage, type Notice } from './view.ts';

const MAX_FORM_BYTES = 10_000;
const OUT_OF_DATE = 'This form was out of date. Submit it again.';

const { policy, render } = pageKind({
	style: consoleStyle,
	script: liveScript,
	policy: "connect-src 'self'; form-action 'self'",
});
// Without a referrer, browsers would also hide the origin of a form.
const headers = pageHeaders(policy, 'same-origin');

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
		const { user, done = '' } = context.req.query();
		const action = actionNamed(done);
		return show(context, 200, user, action && { text: action.done, isError: false });
	});

	app.post('/console/:action', loopbackOnly, async (context, next) => {
		const action = actionNamed(context.req.param('action'));
		if (action === undefined) return next();
		const fields = Object.fromEntries(new URLSearchParams(await readText(context.req.raw, MAX_FORM_BYTES)));
		const { token, user = '' } = fields;
		if (!guard.accepts(token)) return refuse(context, 403, user, OUT_OF_DATE);
		try {
			await action.run(service, fields);
		} catch (error) {
			if (error instanceof SandboxError) return refuse(context, 400, user, error.message);
			throw error;
		}
		const query = new URLSearchParams({ user, done: context.req.param('action') });
		return context.redirect(`/?${query}#${action.section}`, 303);
	});
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
