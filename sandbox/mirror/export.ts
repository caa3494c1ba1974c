import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod/v4';
import { Conversation, Segment } from '../../src/api/index.ts';
import { addressNoteName, documentMarkdown, keyPointsNote, noteLink, noteName, transcriptNote, writeNote, type Entry } from '../../src/format/index.ts';
import { iso, isTimeZone } from '../clock.ts';
import { jsonColumn } from '../db/columns.ts';
import { attendeesOf, listContacts, type StoredContact } from '../db/contacts.ts';
import type { StoredConversation } from '../db/conversations.ts';
import type { Db } from '../db/open.ts';
import { findResult } from '../db/results.ts';
import { segmentsAsJson } from '../db/segments.ts';
import type { User } from '../db/users.ts';
import { SandboxError } from '../errors.ts';
import { briefingOf, shownContact } from '../resources/contacts.ts';
import { FeedbackRow } from '../resources/feedback.ts';
import { KeyPointsRow } from '../resources/keyPoints.ts';
import { HISTORY } from './people.ts';
import { copiedConversations } from './store.ts';

export interface Exported {
	readonly meetings: number;
	readonly transcripts: number;
	readonly people: number;
	/** How many files changed. All others were left alone. */
	readonly written: number;
}

/**
 * Creates a folder and its parents for their owner only. Node's own `recursive` never returns if a folder cannot be created, as in
 * /proc.
 */
function makeFolder(path: string): void {
	const found = statSync(path, { throwIfNoEntry: false });
	if (found?.isDirectory()) return;
	if (found !== undefined) throw new SandboxError('input', `${path} is not a folder, and the export needs that name for one. Rename it, or export to another folder.`);
	makeFolder(dirname(path));
	mkdirSync(path, { mode: 0o700 });
}

/**
 * Writes files into a folder: readable by their owner only, each in full or not at all, and only those that changed. @throws SandboxError if
 * something is in the way.
 */
function folderWriter(folder: string) {
	let written = 0;
	makeFolder(folder);
	const home = realpathSync(folder);
	const isInside = (path: string): boolean => path === home || path.startsWith(join(home, sep));
	const leadsOut = (link: string) => new SandboxError('input', `${link} is a link that leads out of the folder. Remove it, or export to the place it leads to.`);

	/**
	 * The path of a file in a folder of the export. Links are refused, so that notes are neither written to another place nor
	 * read from there.
	 */
	function place(path: string): string {
		const file = join(folder, path);
		// Checks from the top, so that no folder is created behind a link.
		for (let parent = folder, names = path.split('/').slice(0, -1); names.length > 0; ) {
			parent = join(parent, names.shift() ?? '');
			if (lstatSync(parent, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(parent)) throw leadsOut(parent);
			makeFolder(parent);
			if (!isInside(realpathSync(parent))) throw leadsOut(parent);
		}
		const found = lstatSync(file, { throwIfNoEntry: false });
		if (found?.isDirectory()) throw new SandboxError('input', `${file} is a folder, and the export needs that name for a file. Rename the folder, or export to another one.`);
		if (found?.isSymbolicLink() && !(existsSync(file) && isInside(realpathSync(file)))) throw leadsOut(file);
		return file;
	}

	const contentOf = (path: string): Buffer | undefined => {
		const file = place(path);
		return existsSync(file) ? readFileSync(file) : undefined;
	};

	return {
		get written() {
			return written;
		},
		/** The present content of a note. @throws SandboxError if it is not UTF-8: what a person wrote into it would be damaged. */
		read(path: string): string | undefined {
			const content = contentOf(path);
			if (content !== undefined && !isUtf8(content)) throw new SandboxError('input', `${join(folder, path)} is not UTF-8 text. Save it in that encoding, so that what you wrote is kept.`);
			return content?.toString();
		},
		write(path: string, text: string): void {
			const content = Buffer.from(text);
			if (contentOf(path)?.equals(content)) return;
			const draft = join(folder, `.export-${process.pid}.tmp`);
			rmSync(draft, { force: true });
			try {
				const opened = openSync(draft, 'wx', 0o600);
				try {
					// Unlike writeSync, continues after a partial write, as on a disk that is nearly full.
					writeFileSync(opened, content);
				} finally {
					closeSync(opened);
				}
				renameSync(draft, place(path));
			} finally {
				rmSync(draft, { force: true });
			}
			written += 1;
		},
	};
}

const nameOf = ({ displayName, email, id }: StoredContact): string => displayName?.trim() || email || id;
const noteOf = ({ email, id }: StoredContact): string => addressNoteName(email || id);

const Segments = z.array(Segment);
const Events = z.array(z.object({ body: jsonColumn(z.looseObject({})) }).transform(({ body }) => body));

const Listed = z.object({ listed: jsonColumn(Conversation) }).transform(({ listed }) => listed);

const entry = (text: string): Entry => ({ label: '', text, note: '' });
const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;

/** What is saved about a meeting, as returned by the API. */
function savedOf(db: Db, conversation: StoredConversation) {
	const { id, title } = conversation;
	const points = findResult(db, id, 'keypoints', KeyPointsRow);
	const feedback = findResult(db, id, 'feedback', FeedbackRow);
	return {
		conversation: Listed.parse(db.sql.get`SELECT listed FROM conversations WHERE id = ${id}`),
		transcript: { id, segments: Segments.parse(JSON.parse(segmentsAsJson(db, id))) },
		keyPoints: points === undefined ? null : { id, title, keypoints: points.body, createdAt: iso(points.createdAt) },
		feedback: feedback === undefined ? null : { id, ...feedback.body, overallScore: feedback.body.feedback.overallScore, createdAt: iso(feedback.createdAt) },
	};
}

const nothing = { title: '', sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] };

/** A person's note: what the service knows about them, and links to the meetings with them. */
function personNote(contact: StoredContact, { summary, recentMeetings, openActionItems, recentDecisions }: ReturnType<typeof briefingOf>, existing: string | undefined): string {
	const blocks = [
		{ heading: 'Open questions', entries: (summary?.open_questions ?? []).map(entry) },
		{ heading: 'Open action items', entries: openActionItems.map(({ item, owner }) => ({ ...entry(item), note: owner ?? '' })) },
		{ heading: 'Recent decisions', entries: recentDecisions.map(entry) },
	].filter(({ entries }) => entries.length > 0);
	const meetings = recentMeetings.map(({ sessionId, title, date }) => `- ${date.slice(0, 10)} ${noteLink(noteName(sessionId), title)}\n`).join('');
	const { email, companyDomain, id } = contact;
	return writeNote({
		title: nameOf(contact),
		properties: { title: nameOf(contact), aliases: [nameOf(contact)].filter((alias) => alias !== noteOf(contact)), email, company: companyDomain, tags: ['person'], id },
		body: [documentMarkdown({ title: '', ...(summary && { intro: summary.prose }), blocks }), meetings && `## Meetings\n\n${meetings}`].filter(Boolean).join('\n'),
		existing,
	});
}

/**
 * Writes a user’s meetings into a folder: as notes for note apps, in which the reader's text is kept, and as JSON in the shapes
 * of the API. Files of meetings that no longer exist stay where they are.
 */
export function exportAccount(db: Db, user: User, folder: string): Exported {
	const files = folderWriter(folder);
	const timeZone = isTimeZone(user.timezone) ? user.timezone : 'UTC';
	const contacts = listContacts(db, user.id, '', Number.MAX_SAFE_INTEGER, 0);
	const conversations = copiedConversations(db, user.id);
	let transcripts = 0;
	for (const conversation of conversations) {
		const { id, title } = conversation;
		const saved = savedOf(db, conversation);
		const { segments } = saved.transcript;
		const [meeting, said] = [`Meetings/${noteName(id)}.md`, `Transcripts/${noteName(id, 'transcript')}.md`];
		const options = { startTime: saved.conversation.startTime, timeZone };
		const people = attendeesOf(db, id).map((contact) => ({ name: nameOf(contact), note: noteOf(contact) }));
		const links = segments.length === 0 ? [] : [noteLink(noteName(id, 'transcript'), 'Transcript')];
		const keyPoints = saved.keyPoints ?? { id, title, keypoints: nothing, createdAt: '' };
		files.write(meeting, keyPointsNote(keyPoints, { ...options, people, links, existing: files.read(meeting) }));
		files.write(`JSON/Meetings/${noteName(id)}.json`, json(saved));
		if (segments.length === 0) continue;
		transcripts += 1;
		files.write(said, transcriptNote({ id, title, segments }, { ...options, people, existing: files.read(said) }, { userName: user.name, startTime: options.startTime, mergeSpeakers: true }));
	}
	const briefings = contacts.map((contact) => ({ contact, briefing: briefingOf(db, contact, HISTORY) }));
	for (const { contact, briefing } of briefings) {
		const path = `People/${noteOf(contact)}.md`;
		files.write(path, personNote(contact, briefing, files.read(path)));
	}
	const { name, email, timezone, language, plan } = user;
	const calendarEvents = Events.parse(db.sql.all`SELECT body FROM calendarEvents WHERE userId = ${user.id} ORDER BY startAt, id`);
	files.write('JSON/account.json', json({ profile: { name, email, timezone, language }, plan, contacts: briefings.map(({ contact, briefing }) => ({ contact: shownContact(contact), ...briefing })), calendarEvents }));
	return { meetings: conversations.length, transcripts, people: contacts.length, written: files.written };
}
