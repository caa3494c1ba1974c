export type { Block, Entry, TextDocument } from './document.ts';
export { documentHtml, keyPointsHtml } from './html.ts';
export {
	documentMarkdown,
	documentSlack,
	documentText,
	keyPointsMarkdown,
	keyPointsSlack,
	keyPointsText,
} from './lines.ts';
export { slackSections, type SlackSection, type SlackSections } from './slackSections.ts';
