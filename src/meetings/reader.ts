import { api, type Api, type CalendarEvent, type Output } from '../api/index.ts';
import { type Caller, isNotFound, trust } from '../client/index.ts';
import { simpleProfile, type SimpleProfile, type TranscriptLine } from '../format/index.ts';
import { allContacts, findByCompany, findByEmail, findByName, findContacts, readBriefing, type Contacts, type FoundPeople, type KnownContacts, type ReadBriefing } from './contacts.ts';
import { createFinder, listMeetings, type Finder, type Found, type Listed, type MeetingList, type Query } from './conversations.ts';
import { guestsOf, readEvents, type Guests, type LinkedMeeting, type Window } from './guests.ts';
import { createKept, type Kept } from './kept.ts';
import { readableKeyPoints, type SavedKeyPoints } from './keyPoints.ts';
import type { Meeting, PeriodMs } from './meeting.ts';
import { readOpenItems, type OpenItems } from './openItems.ts';
import { createAsking, type Asking, type Stop } from './task.ts';
import { readTranscript, type TranscriptStore } from './transcripts.ts';

/** The endpoint of each saved result. Reading one costs no AI credit. */
const savedResults = { feedback: api.feedback.get, keyPoints: api.keyPoints.get, transcript: api.transcript.get } as const;
export type SavedName = keyof typeof savedResults;
export type SavedResult<N extends SavedName> = Output<(typeof savedResults)[N]>['data'];

/**
 * Reads for one item, report, poll or delivery. At a limit, or after five failures, only this task stops. It sends no request
 * for what another task of the run has read. Throws `Stopped` in place of a request once stopped, and `ClientError`.
 */
export interface Task extends Pick<Asking, 'each' | 'get' | 'list' | 'throwIfStopped'> {
	/** Why nothing more is sent. */
	readonly stopped: Stop | null;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** IANA name of the zone that due dates are in. */
	readonly timezone: string;
	/** Max requests at once. */
	readonly concurrency: number;
	/** All meetings of a period. A limit does not throw. */
	readonly meetings: (period: PeriodMs) => Promise<MeetingList>;
	/** A conversation as listed. One request for each page that no other search of the run with this query has read. */
	readonly find: (id: string, options?: Query & { readonly maxPages?: number }) => Promise<Found>;
	/** A saved result as returned by the API; null where none is saved. */
	readonly saved: <N extends SavedName>(name: N, id: string) => Promise<SavedResult<N> | null>;
	/** Saved key points, as far as they can be read; null where none are saved. */
	readonly keyPoints: (meeting: Pick<Meeting, 'conversationId'>) => Promise<SavedKeyPoints | null>;
	/** The lines of a transcript; null if there is none. */
	readonly transcript: (meeting: Pick<Meeting, 'conversationId' | 'segmentCount'>) => Promise<readonly TranscriptLine[] | null>;
	/** The calendar events that meetings are linked to. */
	readonly guests: (meetings: readonly LinkedMeeting[]) => Promise<Guests>;
	/** The first 50 calendar events between two times. */
	readonly calendar: (window: Window) => Promise<readonly CalendarEvent[]>;
	/** All contacts, up to 2,000. */
	readonly contacts: () => Promise<Contacts>;
	readonly contactsOf: {
		readonly emails: (emails: readonly string[]) => Promise<FoundPeople>;
		readonly company: (domain: string) => Promise<FoundPeople>;
		readonly name: (name: string) => Promise<FoundPeople>;
		/** The contacts that a name or an address fits, with their meetings. */
		readonly person: (text: string) => Promise<KnownContacts>;
	};
	readonly briefing: (contactId: string) => Promise<ReadBriefing | 'noMemory' | null>;
	readonly openItems: () => Promise<OpenItems>;
	/** The profile of the user. One request per run, also for both. */
	readonly profile: () => Promise<SimpleProfile>;
	/** As returned by the API. */
	readonly rawProfile: () => Promise<Output<Api['user']['profile']>['data']>;
}

/**
 * Made once per run. Remembers what its tasks have read, except failures, transcripts and results that do not exist. Transcripts
 * are kept across runs if the host gives a store.
 */
export interface Reader {
	readonly begin: () => Task;
	/** Call this after changing a conversation. `isListed`: whether the change shows in the list. */
	readonly forget: (id: string, isListed: boolean) => void;
}

export interface ReaderOptions {
	/** Its patience determines how long it waits for a rate limit. Where it has a request budget, tasks stop at it. */
	readonly client: Caller;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
	/** Max requests at once, at least 1; default 5. */
	readonly concurrency?: number | undefined;
	/** IANA name of the zone that due dates are in; default UTC. Read when a task begins. */
	readonly timezone?: string | undefined;
	/** Keeps the transcripts that were read. Default: none are kept. */
	readonly transcripts?: TranscriptStore | undefined;
	/** Called with how many were read and their total; first with 0. */
	readonly onRead?: ((done: number, count: number) => void) | undefined;
}

const DEFAULT_CONCURRENCY = 5;

/** A saved result; null if none is saved (404). */
async function savedOf(asking: Asking, name: SavedName, id: string): Promise<unknown> {
	try {
		if (name === 'transcript') return (await asking.get(api.transcript.get, { id })).data;
		return await asking.once(id, name, async (client) => (await client.call(savedResults[name], { id })).data);
	} catch (error) {
		if (isNotFound(error)) return null;
		throw error;
	}
}

interface Shared {
	readonly kept: Kept;
	readonly listed: Listed;
	readonly finders: Map<string, Finder>;
}

function taskOf(
	{ kept, listed, finders }: Shared,
	{ client, now = Date.now, concurrency = DEFAULT_CONCURRENCY, timezone = 'UTC', transcripts, onRead }: ReaderOptions,
): Task {
	const asking = createAsking({ client, now, concurrency, onRead }, kept);
	const { get, list, each, once, throwIfStopped } = asking;
	const finderFor = (query: Query): Finder => {
		const key = JSON.stringify(query);
		const finder = finders.get(key) ?? createFinder(client, query);
		finders.set(key, finder);
		return finder;
	};
	const task: Task = {
		...{ get, list, each, throwIfStopped, now, timezone, concurrency },
		get stopped() {
			return asking.stopped();
		},
		meetings: (period) => listMeetings(asking, listed, period),
		find: (id, { maxPages = Infinity, ...query } = {}) => asking.ask(() => finderFor(query)(id, maxPages)),
		saved: async (name, id) => trust(await savedOf(asking, name, id)),
		keyPoints: async ({ conversationId }) => {
			const saved = await task.saved('keyPoints', conversationId);
			return saved && readableKeyPoints(saved.keypoints);
		},
		transcript: (meeting) => readTranscript(asking, transcripts, meeting),
		guests: (meetings) => guestsOf(asking, meetings),
		calendar: (window) => once('calendar', JSON.stringify(window), () => readEvents(client, window)),
		contacts: () => allContacts(asking),
		contactsOf: {
			emails: (emails) => findByEmail(asking, emails),
			company: (domain) => findByCompany(asking, domain),
			name: (name) => findByName(asking, name),
			person: (text) => findContacts(asking, text),
		},
		briefing: (contactId) => readBriefing(asking, contactId),
		openItems: () => readOpenItems(asking),
		profile: async () => simpleProfile(await task.rawProfile()),
		rawProfile: () => once('user', 'profile', async () => (await client.call(api.user.profile, {})).data),
	};
	return task;
}

export function createReader(options: ReaderOptions): Reader {
	const shared: Shared = { kept: createKept(), listed: { latest: null }, finders: new Map() };
	return {
		begin: () => taskOf(shared, options),
		forget: (id, isListed) => {
			shared.kept.forget(id);
			if (!isListed) return;
			shared.finders.clear();
			shared.listed.latest = null;
		},
	};
}
