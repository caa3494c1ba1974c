import * as z from 'zod/v4';
import { documentTexts, type TextDocument, type Texts } from '../../format/index.ts';
import { shapeOf } from '../../meetings/index.ts';

/** The fields of a report in every format, which come first in a result. `sample`: the content of the examples. */
export function textsLike(sample: TextDocument) {
	const { subject, text, html, markdown, slack, blocks } = documentTexts(sample);
	return shapeOf<Omit<Texts, 'blocks'>>()({
		subject: z.string().meta({ description: 'The title on one line, for an email', examples: [subject] }),
		text: z.string().meta({ description: 'The whole report as plain text', examples: [text] }),
		html: z.string().meta({ description: 'The same for emails and web pages', examples: [html] }),
		markdown: z.string().meta({ description: 'The same for documents, notes and AI models', examples: [markdown] }),
		slack: z.string().meta({ description: 'The same in Slack’s mrkdwn', examples: [slack] }),
	}).extend({ blocks: z.array(z.unknown()).meta({ description: 'The same as Block Kit blocks, for Slack', examples: [blocks] }) });
}

/** Describes the choice to get results together, wherever people can make it. */
export const TOGETHER = 'One result with the text, Markdown, HTML and Slack message';

/** The fields of results that are returned together as a report. */
export const Written = textsLike({
	title: '2 decisions, 27 October – 26 November',
	blocks: [
		{
			heading: '',
			entries: [
				{
					label: '',
					text: 'Pilot review',
					note: '2 November',
					entries: [{ label: '', text: 'The roll-out starts on 1 December', note: '' }],
				},
			],
		},
	],
});
