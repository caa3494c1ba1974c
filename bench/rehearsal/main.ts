import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openService } from '../../sandbox/service.ts';
import { recordMeeting } from '../../sandbox/meetings.ts';
import { createUser } from '../../sandbox/accounts.ts';
import { findUser } from '../../sandbox/db/users.ts';
import { saveKeyPoints } from '../../sandbox/resources/keyPoints.ts';
import { transcriptJson } from '../../sandbox/db/segments.ts';
import { openMonth } from '../../packages/rehearsal/account/month.ts';
import { rehearseHere } from '../../packages/rehearsal/here.ts';
import type { WorkflowFile } from '../../packages/rehearsal/engine/index.ts';
import { publish } from '../report.ts';

const { values } = parseArgs({ options: { meetings: { type: 'string', default: '250' }, days: { type: 'string', default: '30' } } });
const [meetings, days] = [Number(values.meetings), Number(values.days)];

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const UNTIL = Date.parse('2026-11-20T17:00:00Z');
const FROM = UNTIL - days * DAY_MS;

/** A busy account: calls of half an hour spread over the days, each with key points soon after. */
function fill(database: string): void {
	let now = UNTIL;
	const service = openService({ database, now: () => now });
	const { id } = createUser(service, { name: 'Nora Feld', email: 'nora.feld@quillbrook.example', plan: 'professional' });
	const user = findUser(service.db, id);
	if (!user) throw new Error('The user was not created');
	for (let index = 0; index < meetings; index += 1) {
		const startedAt = FROM + Math.round(((index + 0.5) / meetings) * days * DAY_MS) - 40 * MINUTE_MS;
		const segments = Array.from({ length: 150 }, (_, at) => ({ speaker: at % 2 ? 'local' : 'remote', text: `Sentence ${at} of meeting ${index}, about the rollout.`, at: startedAt + at * 12_000 }));
		const recorded = recordMeeting(service, user, { title: `Meeting ${index}`, startedAt, endedAt: startedAt + 30 * MINUTE_MS, transcript: transcriptJson(segments), segmentCount: segments.length, attendees: [{ name: 'Tom Berg', email: `tom${index % 40}@berg.example` }] });
		now = recorded.endedAt + 2 * MINUTE_MS;
		const actionItems = [{ item: `Send the report of meeting ${index}`, owner: 'Nora Feld', confidence: 0.9, priority: 'high' as const }];
		saveKeyPoints(service.db, recorded, { title: recorded.title, sections: [{ heading: 'Rollout', points: ['It goes on.'] }], decisions: [], actionItems, participants: ['Nora Feld'], importantDates: [] }, now);
	}
	void service.close();
}

const credentials = { meetingAssistantApi: { id: '1', name: 'Meeting Assistant account' } };
const own = 'n8n-nodes-meeting-assistant.';
const line = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
const file: WorkflowFile = {
	name: 'Bench',
	nodes: [
		{ id: '1', name: 'Every Minute', type: `${own}meetingAssistantPollingTrigger`, typeVersion: 1, position: [0, 0], credentials, parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, events: ['conversation.keypoints.ready'], options: {} } },
		{ id: '2', name: 'Key Points', type: `${own}meetingAssistant`, typeVersion: 1, position: [200, 0], credentials, parameters: { resource: 'keyPoints', operation: 'get', conversationId: { __rl: true, mode: 'id', value: '={{ $json.conversationId }}' } } },
		{ id: '3', name: 'Send Email', type: 'n8n-nodes-base.emailSend', typeVersion: 2.1, position: [400, 0], parameters: { fromEmail: 'me@quillbrook.example', toEmail: 'team@quillbrook.example', subject: '=Notes: {{ $json.title }}', emailFormat: 'text', text: '={{ $json.id }}', options: {} } },
	],
	connections: { 'Every Minute': line('Key Points'), 'Key Points': line('Send Email') },
	settings: { executionOrder: 'v1' },
};

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-bench-'));
try {
	const database = join(folder, 'busy.sqlite');
	fill(database);
	const month = await openMonth(database, UNTIL, null);
	const [began, cpu] = [performance.now(), process.cpuUsage()];
	const report = await rehearseHere({ file, month, from: FROM, until: UNTIL });
	const seconds = (performance.now() - began) / 1000;
	const { user, system } = process.cpuUsage(cpu);
	const { total } = report.usage.requests;
	const processor = (user + system) / 1e6;
	publish({
		title: 'A rehearsal',
		about: `${days} days of an account with ${meetings} meetings, polled each minute: ${report.sentence}`,
		head: ['Runs', 'Requests', 'Time', 'CPU', 'CPU a request'],
		rows: [[report.runs, total, `${seconds.toFixed(0)} s`, `${processor.toFixed(0)} s`, `${((1000 * processor) / total).toFixed(2)} ms`]],
		ratios: [{ name: 'Time of a rehearsal ÷ three minutes', value: seconds / 180 }],
	});
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exit();
