import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { z } from 'zod/v4';
import { Briefing, Conversation, Feedback, KeyPoints, Segment } from '../../src/api/index.ts';
import { documentMarkdown, keyPointsNote, noteLink, noteName, personNoteName, transcriptNote, writeNote, type Entry } from '../../src/format/index.ts';
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
import { fold } from '../text.ts';
import { copiedConversations } from './store.ts';

/** As many meetings as a briefing can list. */
const HISTORY = 50;

export interface Exported {
	readonly meetings: number;
	readonly transcripts: number;
	readonly people: number;
	/** Files whose content changed. The others were not touched. */
	readonly written: number;
}

/** Where links lead; undefined if to nothing. */
function realpathOf(file: string): string | undefined {
	try {
		return realpathSync(file);
	} catch {
		return undefined;
	}
}

/** Writes files into a folder: readable by their owner only, each in full or not at all, and only those that changed. @throws SandboxError for what is in the way. */
function folderWriter(folder: string) {
	let written = 0;
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const home = realpathSync(folder);

	/** The file to read and write. Notes must not end up where a link leads, nor must what is there end up in notes. */
	function place(path: string): string {
		const file = join(folder, path);
		const parent = dirname(file);
		const above = lstatSync(parent, { throwIfNoEntry: false });
		if (above && !statSync(parent, { throwIfNoEntry: false })?.isDirectory()) throw new SandboxError('input', `${parent} is not a folder, and the export needs that name for one. Rename it, or export to another folder.`);
		const found = lstatSync(file, { throwIfNoEntry: false });
		if (found?.isDirectory()) throw new SandboxError('input', `${file} is a folder, and the export needs that name for a file. Rename the folder, or export to another one.`);
		const real = found?.isSymbolicLink() ? (realpathOf(file) ?? '') : above ? realpathSync(parent) : home;
		if (real !== home && !real.startsWith(join(home, sep))) throw new SandboxError('input', `${found?.isSymbolicLink() ? file : parent} is a link that leads out of the folder. Remove it, or export to the place it leads to.`);
		return file;
	}

	return {
		get written() {
			return written;
		},
		read(path: string): string | undefined {
			const file = place(path);
			return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
		},
		write(path: string, text: string): void {
			if (this.read(path) === text) return;
			const file = place(path);
			const draft = join(folder, `.export-${process.pid}.tmp`);
			mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
			rmSync(draft, { force: true });
			try {
				const opened = openSync(draft, 'wx', 0o600);
				try {
					// Unlike writeSync, continues after a partial write, as on a disk that is nearly full.
					writeFileSync(opened, text);
				} finally {
					closeSync(opened);
				}
				renameSync(draft, file);
			} finally {
				rmSync(draft, { force: true });
			}
			written += 1;
		},
	};
}

/** Contacts with the name of their note. Two with the same name are told apart by their address. */
function namedContacts(contacts: readonly StoredContact[]): ReadonlyMap<string, string> {
	const nameOf = ({ displayName, email }: StoredContact): string => personNoteName(displayName ?? '') || personNoteName(email) || 'Contact';
	const counts = new Map<string, number>();
	for (const contact of contacts) counts.set(fold(nameOf(contact)), (counts.get(fold(nameOf(contact))) ?? 0) + 1);
	return new Map(
		contacts.map((contact) => {
			const name = nameOf(contact);
			return [contact.id, (counts.get(fold(name)) ?? 0) > 1 ? `${name} (${personNoteName(contact.email) || contact.id})` : name];
		}),
	);
}

const Segments = z.array(Segment);
const Content = KeyPoints.shape.keypoints;
const Events = z.array(z.object({ body: jsonColumn(z.looseObject({})) }).transform(({ body }) => body));

const Listed = z.object({ listed: jsonColumn(Conversation) }).transform(({ listed }) => listed);

const entry = (text: string): Entry => ({ label: '', text, note: '' });
const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;

/** What is saved about a meeting, as returned by the API. */
function savedOf(db: Db, conversation: StoredConversation) {
	const { id, title } = conversation;
	const points = findResult(db, id, 'keypoints', Content);
	const feedback = findResult(db, id, 'feedback', Feedback.pick({ feedback: true, userSpeakerName: true }));
	return {
		conversation: Listed.parse(db.sql.get`SELECT listed FROM conversations WHERE id = ${id}`),
		transcript: { id, segments: Segments.parse(JSON.parse(segmentsAsJson(db, id))) },
		keyPoints: points === undefined ? null : { id, title, keypoints: points.body, createdAt: iso(points.createdAt) },
		feedback: feedback === undefined ? null : { id, ...feedback.body, overallScore: feedback.body.feedback.overallScore, createdAt: iso(feedback.createdAt) },
	};
}

const nothing = { title: '', sections: [], decisions: [], actionItems: [], participants: [], importantDates: [] };

/** A person's note: what the service knows about them, and links to the meetings with them. */
function personNote(contact: StoredContact, name: string, { summary, recentMeetings, openActionItems, recentDecisions }: ReturnType<typeof briefingOf>, existing: string | undefined): string {
	const known = Briefing.shape.summary.parse(summary);
	const blocks = [
		{ heading: 'Open questions', entries: (known?.open_questions ?? []).map(entry) },
		{ heading: 'Open action items', entries: openActionItems.map(({ item, owner }) => ({ ...entry(item), note: owner ?? '' })) },
		{ heading: 'Recent decisions', entries: recentDecisions.map(entry) },
	].filter(({ entries }) => entries.length > 0);
	const meetings = recentMeetings.map(({ sessionId, title, date }) => `- ${date.slice(0, 10)} ${noteLink(noteName(sessionId), title)}\n`).join('');
	const { displayName, email, companyDomain, id } = contact;
	return writeNote({
		title: displayName ?? email,
		properties: { title: displayName ?? email, aliases: [...new Set([displayName ?? email, email])].filter((alias) => alias !== name), email, company: companyDomain, tags: ['person'], id },
		body: [documentMarkdown({ title: '', ...(known && { intro: known.prose }), blocks }), meetings && `## Meetings\n\n${meetings}`].filter(Boolean).join('\n'),
		existing,
	});
}

/**
 * Writes a user’s meetings into a folder: as notes for note apps, whose own text is kept, and as JSON in the shapes of the API.
 * Files of meetings that no longer exist stay where they are.
 */
export function exportAccount(db: Db, user: User, folder: string): Exported {
	const files = folderWriter(folder);
	const timeZone = isTimeZone(user.timezone) ? user.timezone : 'UTC';
	const contacts = listContacts(db, user.id, '', Number.MAX_SAFE_INTEGER, 0);
	const names = namedContacts(contacts);
	const conversations = copiedConversations(db, user.id);
	let transcripts = 0;
	for (const conversation of conversations) {
		const { id, title } = conversation;
		const saved = savedOf(db, conversation);
		const { segments } = saved.transcript;
		const [meeting, said] = [`Meetings/${noteName(id)}.md`, `Transcripts/${noteName(id, 'transcript')}.md`];
		const options = { startTime: saved.conversation.startTime, timeZone };
		const people = attendeesOf(db, id).map((contact) => names.get(contact.id) ?? '');
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
		const name = names.get(contact.id) ?? contact.id;
		const path = `People/${name}.md`;
		files.write(path, personNote(contact, name, briefing, files.read(path)));
	}
	const { name, email, timezone, language, plan } = user;
	const calendarEvents = Events.parse(db.sql.all`SELECT body FROM calendarEvents WHERE userId = ${user.id} ORDER BY startAt, id`);
	files.write('JSON/account.json', json({ profile: { name, email, timezone, language }, plan, contacts: briefings.map(({ contact, briefing }) => ({ contact: shownContact(contact), ...briefing })), calendarEvents }));
	return { meetings: conversations.length, transcripts, people: contacts.length, written: files.written };
}
