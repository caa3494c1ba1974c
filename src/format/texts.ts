import { emailHtml } from './emailHtml.ts';
import { slackBlocks, type SlackBlock } from './slack.ts';
import { documentMarkdown, documentSlack, documentText, type TextDocument } from './textDocument.ts';

/** A document in every format that a next step takes, so that nobody has to choose one beforehand. */
export interface Texts {
	/** One line: a line break could inject headers into an email. */
	readonly subject: string;
	readonly text: string;
	/** A fragment for emails and web pages. */
	readonly html: string;
	readonly markdown: string;
	/** Slack's mrkdwn. */
	readonly slack: string;
	/** The Slack message at its best, within Slack's limits. */
	readonly blocks: readonly SlackBlock[];
}

export const documentTexts = (document: TextDocument): Texts => ({
	subject: document.title,
	text: documentText(document),
	html: emailHtml(document),
	markdown: documentMarkdown(document),
	slack: documentSlack(document),
	blocks: slackBlocks(document),
});
