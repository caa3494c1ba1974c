export { keyPointsHtml } from './html.ts';
export { keyPointsMarkdown, keyPointsSlack, keyPointsText } from './lines.ts';
export { slackSections, type SlackSection, type SlackSections } from './slackSections.ts';
