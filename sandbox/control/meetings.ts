import { z } from 'zod/v4';
import { Conversation } from '../../src/api/index.ts';
import { asListed, listConversations } from '../db/conversations.ts';
import { savedKinds } from '../db/results.ts';
import { listUsers } from '../db/users.ts';
import { importMeeting, recordFailedMeeting } from '../meetings.ts';
import { FailedMeeting, NewMeeting } from '../options.ts';
import { OTHER } from '../speakers.ts';
import { lengthOf } from '../text.ts';
import { control, listed, namedUser, owner } from './control.ts';
import { enter } from './entry.ts';

const startTime = { kind: 'time', option: 'start', help: 'start of the meeting; default: from the file, otherwise as if it had just ended' } as const;
const attendees = { kind: 'people', option: 'attendee', help: "'Ada Example <ada@example.com>'; can be repeated" } as const;
const calendarEventId = { kind: 'text', option: 'calendar-event', help: 'ID of the calendar event' } as const;

const named = (speaker: string): string => (speaker === 'local' ? 'you' : speaker === 'remote' ? OTHER.toLowerCase() : speaker);

export const meetings = {
	list: control({
		method: 'GET',
		path: '/sandbox/meetings',
		summary: 'List recorded meetings of a user, or of all users, newest first',
		command: 'conversation list',
		examples: ['conversation list --search harbour'],
		input: z.strictObject({
			user: owner('conversations', 'default: all users'),
			search: enter(z.string().default(''), { kind: 'text', help: 'part of the title; ignores case' }),
			limit: enter(z.coerce.number().int().min(1).max(100).default(20), { kind: 'whole', help: 'up to 100' }),
		}),
		output: Conversation.extend({ user: z.string(), saved: z.array(z.string()).readonly() }).array(),
		run: (service, { user, search, limit }) => {
			const userId = user === undefined ? null : namedUser(service, user).id;
			const emails = new Map(listUsers(service.db).map(({ id, email }) => [id, email]));
			return listConversations(service.db, userId, search, limit).map((row) => ({ ...asListed(row), user: emails.get(row.userId) ?? row.userId, saved: savedKinds(service.db, row.id) }));
		},
		shown: (rows) =>
			listed(
				rows,
				{
					ID: ({ id }) => id,
					...(new Set(rows.map(({ user }) => user)).size > 1 && { USER: ({ user }: (typeof rows)[number]) => user }),
					STARTED: (one) => one.startTime,
					LENGTH: ({ startTime: from, endTime }) => lengthOf((Date.parse(endTime) - Date.parse(from)) / 1000),
					SEGMENTS: ({ segmentCount }) => segmentCount,
					SAVED: ({ saved }) => saved.join(', '),
					TITLE: ({ title }) => title,
				},
				'No conversations.',
			),
	}),
	import: control({
		method: 'POST',
		path: '/sandbox/meetings',
		summary: 'Import a recorded meeting, exported from any meeting program',
		command: 'import <files...>',
		help: 'Damage in a file is mended or left out, and shown with its line. A file with\nnothing to read is refused: the reason is shown, the other files are imported,\nand the exit code is 1, as it is without the key points that were asked for.',
		examples: ["import call.vtt --key-points \\\n      --attendee 'Ada Example <ada@example.com>'", 'import calls/*.srt \\\n      --start 2026-03-02T09:15:00Z'],
		section: 'meetings',
		button: 'Import',
		input: z.strictObject({
			text: enter(NewMeeting.shape.text, { kind: 'transcript', label: 'Transcript file', help: '', note: 'The export of any meeting program: captions, text, Word, a table or JSON.' }),
			filename: NewMeeting.shape.filename,
			title: enter(NewMeeting.shape.title, { kind: 'text', label: 'Title', help: 'title of a single file; default: from the file or its name', example: 'from the transcript or the file name' }),
			me: enter(NewMeeting.shape.me, {
				kind: 'text',
				label: 'Your name in the transcript',
				help: 'your name in the transcript, stored as "local"; other speakers become "remote"',
				example: 'optional',
				note: 'You become “local” and other speakers “remote”, as in the service. Otherwise, names are kept.',
			}),
			user: owner('meetings'),
			startTime: enter(NewMeeting.shape.startTime, { ...startTime, label: 'Started at (UTC)', note: 'Default: from the transcript, otherwise as if it had just ended.' }),
			attendees: enter(NewMeeting.shape.attendees, attendees),
			calendarEventId: enter(NewMeeting.shape.calendarEventId, calendarEventId),
			generateKeyPoints: enter(NewMeeting.shape.generateKeyPoints, { kind: 'flag', label: 'Generate key points, for 1 AI credit', option: 'key-points', help: 'generate key points too, for one AI credit each' }),
		}),
		output: z.object({
			conversationId: z.string(),
			title: z.string(),
			startTime: z.string(),
			segmentCount: z.int(),
			seconds: z.int(),
			participants: z.array(z.string()).readonly(),
			notes: z.array(z.string()).readonly(),
			withoutKeyPoints: z.string().nullable(),
		}),
		run: (service, { user, ...meeting }) => importMeeting(service, namedUser(service, user).id, meeting),
		shown: ({ conversationId: id, title, participants, notes, withoutKeyPoints }) => ({
			text: [...(participants.length === 0 ? [] : [`Participants: ${participants.map(named).join(participants.some((name) => name.includes(',')) ? '; ' : ', ')}.`]), ...notes, ...(withoutKeyPoints === null ? [] : [withoutKeyPoints])].join('\n'),
			isIncomplete: withoutKeyPoints !== null,
			conversation: { id, title },
		}),
	}),
	recordFailed: control({
		method: 'POST',
		path: '/sandbox/meetings/failed',
		summary: 'Record a meeting that could not be transcribed',
		command: 'conversation fail <title> <error>',
		examples: ["conversation fail Weekly 'No sound'"],
		input: z.strictObject({
			user: owner('meeting'),
			title: enter(FailedMeeting.shape.title, { kind: 'text', help: 'title of the meeting' }),
			error: enter(FailedMeeting.shape.error, { kind: 'text', help: 'why it has no transcript' }),
			startTime: enter(FailedMeeting.shape.startTime, { ...startTime, help: 'start of the meeting; default: now' }),
			attendees: enter(FailedMeeting.shape.attendees, attendees),
			calendarEventId: enter(FailedMeeting.shape.calendarEventId, calendarEventId),
		}),
		output: z.object({ conversationId: z.string() }),
		run: (service, { user, ...meeting }) => recordFailedMeeting(service, namedUser(service, user).id, meeting),
		shown: ({ conversationId }) => `Recorded ${conversationId} without a transcript.`,
	}),
};
