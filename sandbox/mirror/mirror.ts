import { z } from 'zod/v4';
import { api, MIN_FEEDBACK_SEGMENTS, UserProfile } from '../../src/api/index.ts';
import { type Client, ClientError, isForbidden, isNotFound, isUnauthorized } from '../../src/client/index.ts';
import { createKey } from '../accounts.ts';
import { DAY_MS } from '../clock.ts';
import { listContacts } from '../db/contacts.ts';
import type { StoredConversation } from '../db/conversations.ts';
import type { Db } from '../db/open.ts';
import { findUser, saveUser, type User } from '../db/users.ts';
import { messageOf, SandboxError } from '../errors.ts';
import { copyCalendar } from './calendar.ts';
import { HISTORY, keepContacts, storeBriefing, storeContact, storeThreads } from './people.ts';
import { mirroredFrom, ownerOf } from './owner.ts';
import { openRealService, type RealService, type ServiceOptions, Unreachable } from './service.ts';
import { openState, type Part, type State } from './state.ts';
import { copiedConversations, removeConversation, removeResult, storeConversation, storeFeedback, storeKeyPoints, storeTranscript } from './store.ts';

/** Meetings no older than this are checked again for key points and feedback. */
const RECHECK_MS = 14 * DAY_MS;
/** Far more than anybody has. Only a faulty service lists more. */
const MAX_LISTED = 100_000;

export interface MirrorOptions extends ServiceOptions {
	readonly db: Db;
	readonly onProgress: (progress: Progress) => void;
	/** Called once, when the copy is created, with the key that opens it. It cannot be shown again. */
	readonly onKey: (key: string) => void;
}

export interface Progress {
	/** Reads done and left, as far as known. */
	readonly done: number;
	readonly total: number;
	/** What was read last, in words. */
	readonly at: string;
}

export interface MirrorReport {
	/** Whether everything was read. The next run reads the rest. */
	readonly complete: boolean;
	readonly account: string;
	readonly plan: string;
	readonly memory: boolean;
	readonly calendar: 'connected' | 'none' | 'revoked';
	readonly meetings: number;
	/** Removed by this run, because the service no longer has them. */
	readonly deleted: number;
	readonly requests: number;
	/** What could not be copied, in sentences. */
	readonly problems: readonly string[];
}

const names = { feedback: 'Feedback', keyPoints: 'Key points', transcript: 'Transcript' } as const;
type MeetingPart = keyof typeof names;

/**
 * One run of the mirror. It first reads what the copy lacks, then what may have changed, so that runs that are stopped early still make progress.
 */
class Run {
	private readonly db: Db;
	private readonly state: State;
	private readonly service: RealService;
	private readonly options: MirrorOptions;
	private readonly user: User;
	private readonly recheckFrom: number;
	private readonly problems: string[] = [];
	private done = 0;
	private deleted = 0;
	private memory: boolean;

	constructor(state: State, service: RealService, options: MirrorOptions, user: User) {
		[this.db, this.state, this.service, this.options, this.user] = [options.db, state, service, options, user];
		this.recheckFrom = options.now() - RECHECK_MS;
		this.memory = user.memory;
	}

	/** Stores an answer. If that is impossible, the next run reads it again. */
	private save(part: Part, id: string, what: string, store: () => boolean): void {
		const isStored = this.db.transaction(() => {
			if (!store()) return false;
			this.state.markRead(part, id, this.options.now());
			return true;
		});
		if (!isStored) this.unreadable(what);
		this.done += 1;
	}

	private tell(at: string, left: number): void {
		this.options.onProgress({ done: this.done, total: this.done + left, at });
	}

	/** Notes a failed read, unless no other read would succeed either. */
	private fail(what: string, error: unknown): void {
		if (this.options.signal?.aborted || error instanceof Unreachable || !(error instanceof ClientError) || isUnauthorized(error)) throw error;
		this.problems.push(`${what}: ${messageOf(error)}`);
	}

	private unreadable(what: string): void {
		this.problems.push(`${what}: the answer differs from the API description and was left out.`);
	}

	/**
	 * Reads and stores a whole list. Null unless everything missing from it is certainly gone: the list did not change meanwhile, and its length is
	 * known.
	 */
	private async list(what: string, each: (client: Client, options: ListOptions) => AsyncIterable<unknown>, store: (element: unknown) => boolean): Promise<ReadonlySet<string> | null> {
		let elements: unknown[] = [];
		let [isWhole, hasTotal] = [false, false];
		const onPage = (page: unknown): void => {
			const { data } = Counted.safeParse(page);
			hasTotal = data !== undefined;
			this.done += 1;
			this.tell(`list of ${what}`, Math.ceil(Math.max(0, (data?.pagination.total ?? 0) - elements.length) / 100));
		};
		try {
			await this.service.read(async (client) => {
				[elements, isWhole] = [[], true];
				for await (const element of each(client, { limit: MAX_LISTED, onIncomplete: () => void (isWhole = false), onPage })) elements.push(element);
			});
			if (!isWhole) this.problems.push(`List of ${what}: it changed while it was read, so some may be missing.`);
		} catch (error) {
			isWhole = false;
			this.fail(`List of ${what}`, error);
		}
		const unreadable = this.db.transaction(() => elements.filter((element) => !store(element)).length);
		if (unreadable > 0) this.unreadable(`${unreadable} ${what} in the list`);
		return isWhole && hasTotal ? new Set(elements.flatMap((element) => Identified.safeParse(element).data?.id ?? [])) : null;
	}

	private async listConversations(): Promise<void> {
		const { db, state, user } = this;
		const listing = await this.list(
			'meetings',
			(client, options) => client.each(api.conversations.list, {}, options),
			(element) => {
				const stored = storeConversation(db, user.id, element);
				if (stored?.isChanged) state.forget('transcript', stored.id);
				// Earlier briefings may name this meeting, but only their statements about copied meetings were kept.
				if (stored?.isNew) state.forgetAfter('briefing', stored.startedAt);
				return stored !== null;
			},
		);
		if (listing === null) return;
		const gone = copiedConversations(db, user.id).filter(({ id }) => !listing.has(id));
		db.transaction(() => gone.forEach(({ id }) => this.remove(id)));
	}

	private remove(id: string): void {
		removeConversation(this.db, id);
		this.deleted += 1;
	}

	private async listPeople(): Promise<void> {
		const { db, state, user } = this;
		const people = async function* (client: Client, options: ListOptions): AsyncGenerator<unknown> {
			const onPage = (page: unknown): void => {
				memory = !WithoutMemory.safeParse(page).success;
				options.onPage(page);
			};
			try {
				yield* client.each(api.contacts.list, {}, { ...options, onPage });
			} catch (error) {
				if (!isForbidden(error)) throw error;
				memory = false;
			}
		};
		let { memory } = this;
		const listing = await this.list('contacts', people, (element) => {
			const stored = storeContact(db, user.id, element);
			if (stored?.isChanged) state.forget('briefing', stored.id);
			return stored !== null;
		});
		this.memory = memory;
		db.transaction(() => {
			if (memory && listing !== null) keepContacts(db, user.id, listing);
			saveUser(db, { ...(findUser(db, user.id) ?? user), memory });
		});
	}

	/**
	 * What to read for each meeting: first parts that were never read, newest first, then saved results that may have changed, longest
	 * unread first.
	 */
	private meetingsLeft() {
		const parts = partsOf(this.db, this.state, this.user.id);
		const again = parts.filter(({ conversation, part, readAt }) => readAt !== undefined && part !== 'transcript' && conversation.startedAt > this.recheckFrom);
		return [...parts.filter(({ readAt }) => readAt === undefined), ...again.toSorted((one, other) => (one.readAt ?? 0) - (other.readAt ?? 0))];
	}

	private async copyMeetings(): Promise<void> {
		const left = this.meetingsLeft();
		const people = this.briefingsLeft().length;
		const gone = new Set<string>();
		for (const [index, { conversation, part }] of left.entries()) {
			const { id } = conversation;
			if (gone.has(id)) continue;
			try {
				await this.copy[part](conversation);
			} catch (error) {
				if (!isNotFound(error)) this.fail(`${names[part]} of ${id}`, error);
				else if (part === 'transcript') {
					// Deleted since it was listed.
					gone.add(id);
					this.remove(id);
				} else {
					this.save(part, id, names[part], () => {
						removeResult(this.db, id, part === 'keyPoints' ? 'keypoints' : 'feedback');
						return true;
					});
				}
			}
			this.tell('meetings', left.length - index - 1 + people + 2);
		}
	}

	/** Reads and stores one part of a meeting. */
	private readonly copy = {
		keyPoints: async (conversation: StoredConversation): Promise<void> => {
			const { id } = conversation;
			const { data } = await this.service.read((client) => client.keyPoints.get({ id }));
			this.save('keyPoints', id, `Key points of ${id}`, () => storeKeyPoints(this.db, conversation, data));
		},
		transcript: async ({ id }: StoredConversation): Promise<void> => {
			const { data } = await this.service.read((client) => client.transcript.get({ id }));
			this.save('transcript', id, `Transcript of ${id}`, () => storeTranscript(this.db, id, data.segments));
		},
		feedback: async ({ id }: StoredConversation): Promise<void> => {
			const { data } = await this.service.read((client) => client.feedback.get({ id }));
			this.save('feedback', id, `Feedback of ${id}`, () => storeFeedback(this.db, id, data));
		},
	};

	/** Contacts whose briefing was never read, most meetings first, then those whose briefing may have changed. */
	private briefingsLeft(): string[] {
		if (!this.memory) return [];
		const reads = this.state.reads('briefing');
		const contacts = listContacts(this.db, this.user.id, '', Number.MAX_SAFE_INTEGER, 0);
		const again = contacts.filter(({ id, lastSeenAt }) => reads.has(id) && (lastSeenAt ?? 0) > this.recheckFrom);
		return [...contacts.filter(({ id }) => !reads.has(id)), ...again.toSorted((one, other) => (reads.get(one.id) ?? 0) - (reads.get(other.id) ?? 0))].map(({ id }) => id);
	}

	private async copyPeople(): Promise<void> {
		const { db, service, user } = this;
		const left = this.briefingsLeft();
		for (const [index, id] of left.entries()) {
			try {
				const { data } = await service.read((client) => client.contacts.briefing({ id, historyLimit: HISTORY }));
				this.save('briefing', id, `Briefing on ${id}`, () => storeBriefing(db, user.id, id, data));
			} catch (error) {
				this.fail(`Briefing on ${id}`, error);
			}
			this.tell('contacts', left.length - index);
		}
		if (!this.memory) return;
		try {
			const limit = api.contacts.unresolvedThreads.paging.maxSize;
			const { data } = await service.read((client) => client.contacts.unresolvedThreads({ limit }));
			const unreadable = db.transaction(() => storeThreads(db, user.id, data, limit));
			if (unreadable > 0) this.unreadable(`${unreadable} open action items`);
		} catch (error) {
			this.fail('Open action items', error);
		}
	}

	private async copyCalendar(): Promise<void> {
		const { db, user, service, options } = this;
		const oldest = copiedConversations(db, user.id).at(-1)?.startedAt ?? options.now();
		const from = Math.min(oldest - DAY_MS, options.now() - 7 * DAY_MS);
		try {
			const { unreadable, isWhole } = await copyCalendar({ db, service, userId: user.id, from, now: options.now() });
			if (!isWhole) this.problems.push('Calendar: too many events at the same time to read them all.');
			if (unreadable > 0) this.unreadable(`${unreadable} calendar events`);
			this.done += 1;
		} catch (error) {
			this.fail('Calendar', error);
		}
	}

	/** Reads everything that is missing or may have changed. @throws ClientError, Unreachable */
	async all(): Promise<MirrorReport> {
		const { db, state, user, service, problems } = this;
		state.setFact(COMPLETE, false);
		await this.listConversations();
		await this.listPeople();
		await this.copyCalendar();
		await this.copyMeetings();
		await this.copyPeople();
		const { calendarProvider, calendarRevoked, email, plan, memory } = findUser(db, user.id) ?? user;
		const calendar = calendarProvider === null ? 'none' : calendarRevoked ? 'revoked' : 'connected';
		const meetings = copiedConversations(db, user.id).length;
		state.setFact(COMPLETE, problems.length === 0);
		return { complete: problems.length === 0, account: email, plan, memory, calendar, meetings, deleted: this.deleted, requests: service.sent, problems };
	}
}

const COMPLETE = 'complete';

/** What can be read of each meeting, and when it was. */
function partsOf(db: Db, state: State, userId: string) {
	const reads = { keyPoints: state.reads('keyPoints'), transcript: state.reads('transcript'), feedback: state.reads('feedback') };
	return copiedConversations(db, userId).flatMap((conversation) => {
		const { id, segmentCount } = conversation;
		const own: MeetingPart[] = [
			'keyPoints',
			...(segmentCount > 0 ? (['transcript'] as const) : []),
			...(segmentCount >= MIN_FEEDBACK_SEGMENTS ? (['feedback'] as const) : []),
		];
		return own.map((part) => ({ conversation, part, readAt: reads[part].get(id) }));
	});
}

/** Of how many listed meetings a copy lacks something; null if its last run read everything, or it is no copy. */
export function incompleteIn(db: Db, userId: string): number | null {
	const state = openState(db);
	if (mirroredFrom(db) === null || state.fact(COMPLETE, z.boolean()) === true) return null;
	return new Set(partsOf(db, state, userId).flatMap(({ conversation, readAt }) => (readAt === undefined ? [conversation.id] : []))).size;
}

/** What to request from the client for each list. */
interface ListOptions {
	readonly limit: number;
	readonly onIncomplete: () => void;
	readonly onPage: (page: unknown) => void;
}

const Identified = z.looseObject({ id: z.string().min(1) });
const Counted = z.looseObject({ pagination: z.looseObject({ total: z.number() }) });
const WithoutMemory = z.looseObject({ reason: z.string() });

/**
 * Copies an account of the real service into a sandbox database, using free reads only. If a run stops, however that happens,
 * the next one reads what is missing; after a complete run, it reads what is new. A failed read does not stop the others: it
 * is reported, and the next run tries it again.
 * @throws ClientError or Unreachable if the service cannot be read; SandboxError if the database contains something else
 */
export async function mirrorAccount(options: MirrorOptions): Promise<MirrorReport> {
	const { db, now } = options;
	const state = openState(db);
	const service = openRealService(options);
	const { data } = await service.read((client) => client.user.profile());
	const profile = UserProfile.safeParse(data);
	if (!profile.success) throw new SandboxError('input', `The profile at ${options.baseUrl} differs from the API description. Is this the meeting assistant’s address?`);
	service.reserveHalf(profile.data.subscription.tier);
	const { user, isNew } = db.transaction(() => ownerOf(db, state, options.baseUrl, profile.data, now()));
	if (isNew) options.onKey(createKey({ db, now }, user.id));
	return new Run(state, service, options, user).all();
}
