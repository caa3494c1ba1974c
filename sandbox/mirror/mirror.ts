import { z } from 'zod/v4';
import { api, MIN_FEEDBACK_SEGMENTS, UserProfile } from '../../src/api/index.ts';
import { ClientError } from '../../src/client/index.ts';
import { createKey } from '../accounts.ts';
import { DAY_MS } from '../clock.ts';
import { listContacts } from '../db/contacts.ts';
import type { StoredConversation } from '../db/conversations.ts';
import type { Db } from '../db/open.ts';
import { findUser, saveUser, type User } from '../db/users.ts';
import { messageOf, SandboxError } from '../errors.ts';
import { copyCalendar } from './calendar.ts';
import { HISTORY, keepContacts, storeBriefing, storeContact, storeThreads } from './people.ts';
import type { MirrorOptions, MirrorReport } from './options.ts';
import { ownerOf } from './owner.ts';
import { openRealService, type RealService, Unreachable } from './service.ts';
import { openState, type Part, type State } from './state.ts';
import { copiedConversations, eraseDeleted, hideConversation, removeResult, storeConversation, storeFeedback, storeKeyPoints, storeTranscript } from './store.ts';

/** Far more than anybody has. Only a faulty service lists more. */
const MAX_LISTED = 100_000;
const RECHECK_MS = 14 * DAY_MS;
/** A run that stopped longer ago than this starts over, because what it had listed may have changed. */
const RESUMABLE_MS = DAY_MS;

const RunFact = z.object({ startedAt: z.int(), offset: z.int(), since: z.int().nullable(), finished: z.boolean() });

/** A read that keeps failing is skipped, a limit is waited for, and anything else ends the run. */
const statusOf = (error: unknown): number | null => (error instanceof ClientError && error.problem.kind === 'api' ? error.problem.status : null);

/** One run of the mirror. */
class Run {
	private readonly db: Db;
	private readonly state: State;
	private readonly service: RealService;
	private readonly options: MirrorOptions;
	private readonly user: User;
	/** When this run started, or the stopped one that it resumes. */
	private readonly startedAt: number;
	private readonly problems: string[] = [];
	private failed = 0;
	private done = 0;
	private deleted = 0;
	private memory: boolean;

	constructor(state: State, service: RealService, options: MirrorOptions, user: User) {
		[this.db, this.state, this.service, this.options, this.user] = [options.db, state, service, options, user];
		const now = options.now();
		const last = state.fact('run', RunFact);
		const since = options.since ?? null;
		const resumes = last !== null && !last.finished && last.since === since && now - last.startedAt < RESUMABLE_MS;
		if (!resumes) state.setFact('run', { startedAt: now, offset: 0, since, finished: false });
		// Briefings speak of meetings that were not copied then.
		if (last !== null && last.since !== since) state.forget('briefing');
		this.startedAt = resumes ? last.startedAt : now;
		this.memory = user.memory;
	}

	/** Whether a part was read by this run. */
	private isRead(part: Part, id = ''): boolean {
		return (this.state.reads(part).get(id) ?? -1) >= this.startedAt;
	}

	private save(part: Part, id: string, store: () => void): void {
		this.db.transaction(() => {
			store();
			this.state.markRead(part, id, this.options.now());
		});
		this.done += 1;
	}

	private tell(at: string, left: number): void {
		const { perHour, left: leftNow } = this.service;
		const later = Math.max(0, left - leftNow);
		this.options.onProgress({ done: this.done, total: this.done + left, hours: perHour === null ? null : Math.ceil(later / perHour), at });
	}

	/** Notes a failed read, unless no other read would succeed either. */
	private fail(what: string, error: unknown): void {
		const status = statusOf(error);
		if (this.options.signal?.aborted || error instanceof Unreachable || !(error instanceof ClientError) || status === 401) throw error;
		this.failed += 1;
		this.problems.push(`${what}: ${messageOf(error)}`);
	}

	private unreadable(what: string): void {
		this.problems.push(`${what}: the answer differs from the API description and was left out.`);
	}

	/** Reads the list of meetings from where a stopped run left off. Hides missing ones only if nothing moved meanwhile. */
	private async listConversations(): Promise<void> {
		const { db, state, user, options } = this;
		const size = api.conversations.list.paging.maxSize;
		const since = options.since === undefined ? {} : { since: new Date(options.since).toISOString() };
		for (;;) {
			const run = state.fact('run', RunFact);
			const offset = run?.offset ?? 0;
			const { data, pagination } = await this.service.read((client) => client.conversations.list({ limit: size, offset, ...since }));
			const before = state.reads('listed');
			const isNew = (id: string): boolean => (before.get(id) ?? -1) < this.startedAt;
			const stored = db.transaction(() => {
				const found = data.map((one) => storeConversation(db, user.id, one));
				for (const one of found) {
					if (one?.isChanged) state.forget('transcript', one.id);
				}
				const fresh = found.filter((one) => one !== null && isNew(one.id));
				for (const one of fresh) if (one) state.markRead('listed', one.id, this.startedAt);
				state.setFact('run', { ...run, offset: offset + data.length });
				return { unreadable: found.filter((one) => one === null).length, fresh: fresh.length };
			});
			this.done += 1;
			if (stored.unreadable > 0) this.unreadable(`${stored.unreadable} meetings in the list`);
			const total: unknown = pagination?.total;
			this.tell('list of meetings', typeof total === 'number' ? Math.ceil(Math.max(0, total - offset - size) / size) : 1);
			if (data.length < size || stored.fresh === 0 || offset > MAX_LISTED) {
				if (typeof total === 'number') this.hideGone(total);
				return;
			}
		}
	}

	private hideGone(total: number): void {
		const { db, state, user, options } = this;
		const listed = state.reads('listed');
		const isListed = (id: string): boolean => (listed.get(id) ?? -1) >= this.startedAt;
		if ([...listed.values()].filter((at) => at >= this.startedAt).length !== total) return;
		const gone = copiedConversations(db, user.id).filter(({ id, startedAt }) => !isListed(id) && startedAt > (options.since ?? -Infinity));
		db.transaction(() => gone.forEach(({ id }) => hideConversation(db, id, options.now())));
		this.deleted += gone.length;
	}

	private async listPeople(): Promise<void> {
		const { db, state, user, service } = this;
		if (this.isRead('contacts')) return;
		const size = api.contacts.list.paging.maxSize;
		const found = new Set<string>();
		let unreadable = 0;
		try {
			for (let offset = 0; ; offset += size) {
				const { data, pagination, reason } = await service.read((client) => client.contacts.list({ limit: size, offset }));
				this.memory = reason === undefined;
				const before = found.size;
				db.transaction(() => {
					for (const one of data) {
						const stored = storeContact(db, user.id, one);
						if (stored === null) unreadable += 1;
						else found.add(stored.id);
						if (stored?.isChanged) state.forget('briefing', stored.id);
					}
				});
				if (data.length < size || found.size === before || offset > MAX_LISTED) {
					if (unreadable === 0 && found.size === pagination?.total) db.transaction(() => keepContacts(db, user.id, found));
					break;
				}
			}
		} catch (error) {
			if (statusOf(error) !== 403) return this.fail('Contacts', error);
			this.memory = false;
		}
		if (unreadable > 0) this.unreadable(`${unreadable} contacts`);
		this.save('contacts', '', () => saveUser(db, { ...(findUser(db, user.id) ?? user), memory: this.memory }));
	}

	/** The reads that a meeting still needs. */
	private pendingOf({ id, segmentCount, startedAt }: StoredConversation, reads: Readonly<Record<'feedback' | 'keyPoints' | 'transcript', Map<string, number>>>) {
		const isRecent = startedAt > this.startedAt - (this.options.recheckMs ?? RECHECK_MS);
		const isDue = (part: 'feedback' | 'keyPoints'): boolean => (reads[part].get(id) ?? -1) < (isRecent ? this.startedAt : 0);
		return [
			...(isDue('keyPoints') ? (['keyPoints'] as const) : []),
			...(!this.options.withoutTranscripts && segmentCount > 0 && !reads.transcript.has(id) ? (['transcript'] as const) : []),
			...(segmentCount >= MIN_FEEDBACK_SEGMENTS && isDue('feedback') ? (['feedback'] as const) : []),
		];
	}

	private async copyMeetings(): Promise<void> {
		const { db, state, user } = this;
		const reads = { keyPoints: state.reads('keyPoints'), transcript: state.reads('transcript'), feedback: state.reads('feedback') };
		const pending = copiedConversations(db, user.id).flatMap((conversation) => this.pendingOf(conversation, reads).map((part) => ({ conversation, part })));
		const people = this.briefingsLeft().length;
		const gone = new Set<string>();
		for (const [index, { conversation, part }] of pending.entries()) {
			const { id } = conversation;
			if (gone.has(id)) continue;
			try {
				await this.copy[part](conversation);
			} catch (error) {
				if (statusOf(error) !== 404) this.fail(`${names[part]} of ${id}`, error);
				else if (part === 'transcript') {
					// Deleted since it was listed.
					gone.add(id);
					hideConversation(db, id, this.options.now());
					this.deleted += 1;
				} else this.save(part, id, () => removeResult(db, id, part === 'keyPoints' ? 'keypoints' : 'feedback'));
			}
			this.tell('meetings', pending.length - index - 1 + people + 2);
		}
	}

	/** Reads and stores one part of a meeting. */
	private readonly copy = {
		keyPoints: async (conversation: StoredConversation): Promise<void> => {
			const { id } = conversation;
			const { data } = await this.service.read((client) => client.keyPoints.get({ id }));
			this.save('keyPoints', id, () => void (storeKeyPoints(this.db, conversation, data) || this.unreadable(`Key points of ${id}`)));
		},
		transcript: async ({ id }: StoredConversation): Promise<void> => {
			const { data } = await this.service.read((client) => client.transcript.get({ id }));
			this.save('transcript', id, () => void (storeTranscript(this.db, id, data.segments) || this.unreadable(`Transcript of ${id}`)));
		},
		feedback: async ({ id }: StoredConversation): Promise<void> => {
			const { data } = await this.service.read((client) => client.feedback.get({ id }));
			this.save('feedback', id, () => void (storeFeedback(this.db, id, data) || this.unreadable(`Feedback of ${id}`)));
		},
	};

	/** Contacts whose briefing is missing or may have changed, most meetings first. */
	private briefingsLeft(): string[] {
		if (!this.memory) return [];
		const reads = this.state.reads('briefing');
		const recent = this.startedAt - (this.options.recheckMs ?? RECHECK_MS);
		return listContacts(this.db, this.user.id, '', Number.MAX_SAFE_INTEGER, 0)
			.filter(({ id, lastSeenAt }) => (reads.get(id) ?? -1) < ((lastSeenAt ?? 0) > recent ? this.startedAt : 0))
			.map(({ id }) => id);
	}

	private async copyPeople(): Promise<void> {
		const { db, service, user } = this;
		const left = this.briefingsLeft();
		for (const [index, id] of left.entries()) {
			try {
				const { data } = await service.read((client) => client.contacts.briefing({ id, historyLimit: HISTORY }));
				this.save('briefing', id, () => void (storeBriefing(db, user.id, id, data) || this.unreadable(`Briefing on ${id}`)));
			} catch (error) {
				this.fail(`Briefing on ${id}`, error);
			}
			this.tell('contacts', left.length - index);
		}
		if (!this.memory || this.isRead('threads')) return;
		try {
			const limit = api.contacts.unresolvedThreads.paging.maxSize;
			const { data } = await service.read((client) => client.contacts.unresolvedThreads({ limit }));
			this.save('threads', '', () => {
				const unreadable = storeThreads(db, user.id, data, limit);
				if (unreadable > 0) this.unreadable(`${unreadable} open action items`);
			});
		} catch (error) {
			this.fail('Open action items', error);
		}
	}

	private async copyCalendar(): Promise<void> {
		const { db, state, user, service, options } = this;
		if (this.isRead('calendar')) return;
		const before = state.reads('calendar').get('');
		const oldest = copiedConversations(db, user.id).at(-1)?.startedAt ?? options.now();
		// A calendar without meetings starts a week ago. Past events rarely change.
		const from = before === undefined ? Math.min(oldest - DAY_MS, options.now() - 7 * DAY_MS) : before - 7 * DAY_MS;
		try {
			const unreadable = await copyCalendar({ db, service, userId: user.id, from, now: options.now() });
			if (unreadable > 0) this.unreadable(`${unreadable} calendar events`);
			this.save('calendar', '', () => {});
		} catch (error) {
			this.fail('Calendar', error);
		}
	}

	/** Reads everything that is missing or may have changed. @throws ClientError, Unreachable */
	async all(): Promise<MirrorReport> {
		const { db, state, user, service } = this;
		await this.listConversations();
		await this.listPeople();
		await this.copyCalendar();
		await this.copyMeetings();
		await this.copyPeople();
		db.transaction(() => eraseDeleted(db, user.id, this.options.now()));
		if (this.failed === 0) state.setFact('run', { ...state.fact('run', RunFact), finished: true });
		const { calendarProvider, calendarRevoked, email, plan, memory } = findUser(db, user.id) ?? user;
		const calendar = calendarProvider === null ? 'none' : calendarRevoked ? 'revoked' : 'connected';
		const meetings = copiedConversations(db, user.id).length;
		return { complete: this.failed === 0, account: email, plan, memory, calendar, meetings, deleted: this.deleted, requests: service.sent, problems: this.problems };
	}
}

const names = { feedback: 'Feedback', keyPoints: 'Key points', transcript: 'Transcript' } as const;

/**
 * Copies an account of the real service into a sandbox database, using free reads only. If a run stops, however that happens,
 * the next one resumes it; after a complete run, the next one reads what is new.
 * @throws ClientError or Unreachable if the service cannot be read; SandboxError if the database contains something else
 */
export async function mirrorAccount(options: MirrorOptions): Promise<MirrorReport> {
	const { db, now } = options;
	const state = openState(db);
	const service = openRealService(state, options);
	const { data } = await service.read((client) => client.user.profile());
	const profile = UserProfile.safeParse(data);
	if (!profile.success) throw new SandboxError('input', `The profile at ${options.baseUrl} differs from the API description. Is this the meeting assistant’s address?`);
	const { user, isNew } = db.transaction(() => ownerOf(db, state, options.baseUrl, profile.data, now()));
	if (isNew) options.onKey(createKey({ db, now }, user.id));
	return new Run(state, service, options, user).all();
}
