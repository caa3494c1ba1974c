import { priorities } from '../../src/api/index.ts';
import { OTHER } from '../speakers.ts';
import { addCalendarEvent, eventFor } from '../calendar.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, momentIn, offsetAt, startOfMonth } from '../clock.ts';
import { setActionItemState } from '../db/actionItems.ts';
import { listContacts, saveContactSummary } from '../db/contacts.ts';
import type { StoredConversation } from '../db/conversations.ts';
import { saveResult } from '../db/results.ts';
import { transcriptJson } from '../db/segments.ts';
import { insertCredit } from '../db/usage.ts';
import { listUsers, saveUser, type User } from '../db/users.ts';
import { idOf, newId } from '../ids.ts';
import { recordMeeting } from '../meetings.ts';
import { saveKeyPoints, storedItems } from '../resources/keyPoints.ts';
import type { Service } from '../service.ts';
import { type SampleFeedback, type SampleMeeting, sampleAccount, sampleMeetings } from './sampleFiles.ts';

const ZONE = 'Europe/Berlin';
const NORA = 'nora';
const CONFIDENCE = { high: 0.96, medium: 0.91, low: 0.84 } as const;

/**
 * Adds an account with a month of meetings before now, saved key points and feedback, contacts and a calendar. The texts are always the same and need
 * no AI. The IDs of meetings depend on their title and start only. Does nothing if the account exists, so that changes and deletions are kept.
 */
export function addSample(service: Service): { readonly user: string; readonly meetings: number } {
	const { db, now } = service;
	const { people, summaries, upcoming, failed } = sampleAccount();
	const meetings = sampleMeetings();
	const named: Named = (key) => {
		const person = people[key];
		if (person === undefined) throw new Error(`Nobody in the sample is called ${key}.`);
		return person;
	};
	const nora = named(NORA);
	if (listUsers(db, nora.email).length > 0) return { user: nora.email, meetings: 0 };
	return db.transaction(() => {
		const user = addUser(service, nora);
		const today = localDay(now());
		for (const meeting of meetings) addMeeting(service, user, meeting, today, named);
		record(service, user, { ...failed, start: timeOn(workday(today, -failed.workdaysAgo), failed.at), segments: [] }, named);
		for (const { email, ...summary } of summaries) {
			const [contact] = listContacts(db, user.id, email, 1, 0);
			if (contact !== undefined) saveContactSummary(db, contact.id, summary, now() - HOUR_MS);
		}
		for (const event of upcoming) {
			const start = 'soon' in event ? soon(now(), today) : timeOn(workday(today, event.inWorkdays), event.at);
			addEvent(service, user, { ...event, start }, named);
		}
		return { user: user.email, meetings: meetings.length + 1 };
	});
}

/** Looks up a person by their short name. */
type Named = (key: string) => { readonly name: string; readonly email: string };

function addUser({ db, now }: Service, nora: ReturnType<Named>): User {
	const user: User = {
		...nora,
		id: newId('usr'),
		// This plan has every feature, and limits that can be reached.
		plan: 'professional',
		memory: true,
		timezone: ZONE,
		language: 'en',
		profilePictureUrl: null,
		createdAt: now() - 90 * DAY_MS,
		subscriptionStatus: 'active',
		currentPeriodEnd: startOfMonth(now(), 1),
		spendingCap: null,
		calendarProvider: 'google',
		calendarRevoked: false,
	};
	saveUser(db, user);
	return user;
}

/** The local date of a moment, as midnight UTC. */
const localDay = (ms: number): number => Math.floor((ms + offsetAt(ms, ZONE)) / DAY_MS) * DAY_MS;

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());

/** The day some working days after a day, or before it if negative. */
function workday(day: number, count: number): number {
	let [date, left] = [day, Math.abs(count)];
	while (left > 0) {
		date += Math.sign(count) * DAY_MS;
		if (!isWeekend(date)) left -= 1;
	}
	return date;
}

/** A local time such as `09:30`, on a date. */
function timeOn(day: number, time: string): number {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return momentIn(day + hours * HOUR_MS + minutes * MINUTE_MS, ZONE);
}

/** The next half hour that is at least twenty minutes away, within working hours. */
function soon(now: number, today: number): number {
	const start = Math.ceil((now + 20 * MINUTE_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS;
	const [first, last] = [timeOn(today, '09:00'), timeOn(today, '17:00')];
	if (isWeekend(today) || start > last) return timeOn(workday(today, 1), '09:00');
	return Math.max(start, first);
}

const weekday = new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'long' });
const dayAndMonth = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' });

/** Fills in the days that a text of a meeting names. */
const dated = (text: string, day: number): string =>
	text.replace(/\{(date)?\+(\d+)\}/g, (_whole, date: string | undefined, count: string) =>
		(date === undefined ? weekday : dayAndMonth).format(workday(day, Number(count))),
	);

const firstNameOf = (name: string): string => name.split(' ')[0] ?? '';
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** The lines of a transcript as segments. */
const segmentsOf = ({ lines, knowsSpeakers }: SampleMeeting, startedAt: number, nora: string, say: (text: string) => string) =>
	lines.map(({ atMs, name, text }) => ({ speaker: name === nora ? 'local' : knowsSpeakers ? name : 'remote', text: say(text), at: startedAt + atMs }));
type Segments = ReturnType<typeof segmentsOf>;

/**
 * Names as key points contain them: the account's user by the profile, others only if the transcript says who they are. A
 * guest's first name is known if it is said in a call with nobody else, or in its title.
 */
function namesIn({ title, with: guests, knowsSpeakers }: SampleMeeting, segments: Segments, named: Named): (key: string) => string {
	return (key) => {
		const { name } = named(key);
		if (key === NORA || knowsSpeakers) return name;
		const first = firstNameOf(name);
		return guests.length === 1 && [title, ...segments.map(({ text }) => text)].some((text) => new RegExp(`\\b${first}\\b`).test(text)) ? first : OTHER;
	};
}

function addMeeting(service: Service, user: User, meeting: SampleMeeting, today: number, named: Named): void {
	const { db } = service;
	const day = workday(today, -meeting.workdaysAgo);
	const say = (text: string) => dated(text, day);
	const startedAt = timeOn(day, meeting.at);
	const segments = segmentsOf(meeting, startedAt, named(NORA).name, say);
	const conversation = record(service, user, { ...meeting, start: startedAt, segments }, named);
	const doneAt = conversation.endedAt + 2 * MINUTE_MS;
	const nameOf = namesIn(meeting, segments, named);
	const actionItems = meeting.items.map(({ item, owner, priority }) => ({ item: say(item), owner: nameOf(owner), confidence: CONFIDENCE[priority], priority }));
	const keyPoints = {
		title: meeting.title,
		sections: meeting.sections.map(({ heading, points }) => ({ heading, points: points.map(say) })),
		decisions: meeting.decisions.map(say),
		actionItems: actionItems.toSorted((a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority)),
		participants: [...new Set([NORA, ...meeting.with].map(nameOf))],
		importantDates: meeting.dates.map(({ inWorkdays, context }) => ({ date: iso(workday(day, inWorkdays)).slice(0, 10), context })),
	};
	saveKeyPoints(db, conversation, keyPoints, doneAt);
	insertCredit(db, user.id, doneAt);
	for (const [index, { state }] of meeting.items.entries()) {
		const [stored] = storedItems(actionItems.slice(index, index + 1));
		if (stored !== undefined) setActionItemState(db, conversation.id, stored.hash, state);
	}
	if (meeting.feedback === undefined) return;
	saveResult(db, conversation.id, 'feedback', feedbackOf(meeting.feedback, segments, say), doneAt + MINUTE_MS);
	insertCredit(db, user.id, doneAt + MINUTE_MS);
}

function feedbackOf({ scores, strength, growth }: SampleFeedback, segments: Segments, say: (text: string) => string) {
	const all = Object.values(scores);
	const overallScore = Math.round((10 * all.reduce((sum, score) => sum + score, 0)) / all.length) / 10;
	const wordsOf = (said: Segments) => said.reduce((sum, { text }) => sum + wordsIn(text), 0);
	const own = segments.filter(({ speaker }) => speaker === 'local');
	const talkListenRatio = Math.round((100 * wordsOf(own)) / wordsOf(segments));
	const totalMinutes = Math.round(((segments.at(-1)?.at ?? 0) - (segments[0]?.at ?? 0)) / MINUTE_MS);
	const observed = ({ quote, ...rest }: SampleFeedback['strength']) => {
		const spoken = own.find(({ text }) => text.includes(say(quote)));
		if (spoken === undefined) throw new Error(`Nora never says “${quote}”.`);
		return { ...rest, quote: say(quote), timestamp: iso(spoken.at) };
	};
	const { focus, suggestion, alternative, ...shown } = growth;
	const area = { ...observed(shown), suggestion, alternative };
	return {
		userSpeakerName: 'local',
		feedback: {
			overallScore,
			topPriority: { focus, quote: area.quote, reason: area.reason, alternative },
			strengths: [observed(strength)],
			growthAreas: [area],
			categoryScores: scores,
			talkListenRatio,
			actionPlan: [suggestion],
			stats: { talkListenRatio, totalMinutes },
		},
	};
}

interface Planned {
	readonly title: string;
	readonly start: number;
	readonly minutes: number;
	readonly with: readonly string[];
}

/** Stores a meeting with its calendar event. A customer call belongs to the customers, whoever else was there. */
function record(service: Service, user: User, planned: Planned & { readonly segments: Segments }, named: Named): StoredConversation {
	const { title, start, minutes, segments } = planned;
	const guests = planned.with.map(named);
	const customers = guests.filter(({ email }) => !email.endsWith('@quillbrook.example'));
	return recordMeeting(service, user, {
		// Which meetings a sync reads in turn depends on their IDs, so that rehearsals of this month are alike.
		id: idOf('conv', title, iso(start)),
		title,
		startedAt: start,
		endedAt: segments.length === 0 ? start : start + minutes * MINUTE_MS,
		transcript: transcriptJson(segments),
		segmentCount: segments.length,
		attendees: customers.length > 0 ? customers : guests,
		calendarEventId: addEvent(service, user, planned, named),
	});
}

/** Adds an event to the calendar. Returns its ID. */
function addEvent(service: Service, user: User, { title, start, minutes, with: guests }: Planned, named: Named): string {
	const details = { title, start: iso(start), end: iso(start + minutes * MINUTE_MS), attendees: guests.map(named) };
	const event = eventFor('google', user, details);
	addCalendarEvent(service, user.id, event);
	return event.id;
}
