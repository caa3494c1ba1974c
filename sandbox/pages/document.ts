import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** Markup that is safe to send: `html` escapes every value that is not itself such markup. */
export type Html = ReturnType<typeof html>;

/** What all pages of one kind share. */
interface PageKind {
	readonly style: string;
	/** Runs in the browser. The page must work without it. */
	readonly script?: string;
	/** Further directives of the content security policy. */
	readonly policy?: string;
}

export interface Page {
	readonly title: string;
	/** Header, main and footer. */
	readonly body: Html;
}

/** Prepares a kind of page. Its policy allows its own style and script by digest, and nothing else. */
export function pageKind({ style, script, policy }: PageKind) {
	return {
		policy: [
			"default-src 'none'",
			'img-src data:',
			`style-src ${source(style)}`,
			...(script === undefined ? [] : [`script-src ${source(script)}`]),
			"base-uri 'none'",
			"frame-ancestors 'none'",
			...(policy === undefined ? ["form-action 'none'"] : [policy]),
		].join('; '),
		render: ({ title, body }: Page): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">
<style>${raw(style)}</style>
</head>
<body>
${body}
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`,
	};
}

/** An inline style or script as the policy names it. Stricter than a nonce, since no other text can run. */
const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0f766e"/>' +
		'<path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/></svg>',
)}`;
