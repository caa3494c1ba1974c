import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/operations/index.ts';

/** The programs of the client's README, in their order. */
export const programs: readonly string[] = [...readFileSync('packages/client/README.md', 'utf8').matchAll(/```ts\n(.+?)```/gs)].map(
	([, code = '']) => code,
);

/** A part of each program's output that no other program prints. */
export const prints: Readonly<Record<string, RegExp>> = {
	"search: 'pilot', limit: 5": /^conv_\w+ Quillbrook pilot \S+Z\n$/,
	'withResponse()': /^\d+ AI credits left\n200 \d+ requests left this hour, 1 request\(s\) made\n$/,
	"path: '/api": /^professional\n$/,
	'email.draft(': /^There is no such conversation\n$/,
	'feedback.get(': /^No feedback yet\n$/,
	'limit: 150': /^(Quillbrook pilot\n){3}$/,
	'nodeHandler(': /^$/,
	'memoryReplays()': /^$/,
	'signDelivery(': /^webhook\.test\n200\n$/,
	'createPoller(': /^conversation\.created conversation\.created:conv_\w+ Quillbrook pilot\n(conversation\.action_items\.ready .+\n)+\d+ events; up to date\n$/,
	'actionItem.find(': /^1 meetings, \d decisions\nMeetings, .+\n(.+ .*\n)*Quillbrook pilot\n$/,
	SLACK_WEBHOOK_URL: /^200\n$/,
	'transcriptVtt(': /^WEBVTT\n# .+\n$/,
	'operations.map(': new RegExp(`^${catalogue.flatMap((resource) => resource.operations).length} tools\n\\{[^]+Quillbrook pilot[^]+\n$`),
	'node:test': /pass 1\n[^]*fail 0\n/,
};
