import type { EventName } from '../../../src/api/index.ts';
import { sentence, withoutFullStop } from '../../../src/forms/index.ts';
import { capitalized, counted, plural } from '../../../src/words/index.ts';
import { calledIn, comparable, hasNoRecipient, isGuess, isHarmfulTwice, isNobody, malformedIn, shownEffect } from './effects.ts';
import { aboutOf, labelOf, type Effect, type RehearsedTrigger, type Request, type Run, type Seen } from '../record.ts';
import { counts, type PlanFit, type Usage } from './usage.ts';

/** Something that a person wants to know before publishing. */
export interface Problem {
	readonly kind: 'neverStarts' | 'noSuchNode' | 'notSetUp' | 'tooOften' | 'notPublished' | 'hourLimit' | 'creditLimit' | 'planTooSmall' | 'runFailed' | 'notFound' | 'sentTwice' | 'processedTwice' | 'paidTwice' | 'neverProcessed' | 'perhapsTwice' | 'noRecipient' | 'malformedAddress' | 'blankField' | 'sentAsWritten' | 'sendsNothing' | 'strayConnection';
	/** Whether the rehearsal failed because of it; otherwise it is worth a look. */
	readonly isFailure: boolean;
	/** A sentence without its full stop. */
	readonly what: string;
	/** What to do about it, in sentences; may be empty. */
	readonly advice: string;
	/** The node that the problem is about; empty if there is none. */
	readonly node: string;
	/** When it first happened, in milliseconds since 1970; null if it did not happen at a time. */
	readonly at: number | null;
	readonly count: number;
}

export interface Unreached {
	readonly node: string;
	/** Whether it is turned off, no connection leads to it from a trigger, or it only got nothing. */
	readonly why: 'off' | 'loose' | 'starved';
}

export interface JudgeOptions {
	readonly seen: Seen;
	readonly usage: Usage;
	readonly plans: readonly PlanFit[];
	/** IANA name. */
	readonly timezone: string;
	/** Nodes that would send something and never ran. */
	readonly unreached: readonly Unreached[];
	/** Triggers that are turned off. */
	readonly off: readonly string[];
	/** What n8n says about empty required parameters, by node. */
	readonly missing: ReadonlyMap<string, readonly string[]>;
}

/** The event that starts a workflow once for each action item. */
const ACTION_ITEMS = 'conversation.action_items.ready' satisfies EventName;

/** The node that calls a sub-workflow, and is recorded where there is none. */
const CALL = 'executeWorkflow';

const quoted = (text: string): string => `“${text.length > 80 ? `${text.slice(0, 79)}…` : text}”`;

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): T[][] {
	return [...Map.groupBy(list, keyOf).values()];
}

/** A value with its keys sorted, so that equal ones are written alike. */
const canonical = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(canonical);
	if (!(value instanceof Object)) return value;
	return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]));
};

/** Times as people say them: “on Mondays at 9”, or the first time it happened. */
export function whenOf(times: readonly number[], timezone: string): string {
	const parts = (ms: number) => {
		const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', { timeZone: timezone, ...options }).format(ms);
		return { weekday: format({ weekday: 'long' }), hour: Number(format({ hour: '2-digit', hourCycle: 'h23' })) };
	};
	const all = times.map(parts);
	const [first] = all;
	if (!first) return '';
	const hours = new Set(all.map(({ hour }) => hour));
	const weekdays = new Set(all.map(({ weekday }) => weekday));
	if (times.length > 1 && hours.size === 1 && weekdays.size === 1) return `on ${first.weekday}s at ${first.hour}`;
	if (times.length > 1 && hours.size === 1) return `on ${counted(times.length, 'day')} at ${first.hour}`;
	if (times.length > 12) return `in ${counted(times.length, 'hour')}`;
	const at = `on ${dayOf(times[0] ?? 0, timezone)} at ${first.hour}`;
	return times.length > 1 ? `in ${counted(times.length, 'hour')}, first ${at}` : at;
}

const dayOf = (ms: number, timezone: string): string =>
	new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'long', day: 'numeric', month: 'long' }).format(ms);

function tooOften({ cut }: Seen, timezone: string): Problem[] {
	if (!cut) return [];
	const { at, node, what, count } = cut;
	const advice = 'Choose a longer interval, or an event. If it starts itself, as when it changes what it listens to, add a condition that ends that. What comes later was not rehearsed.';
	return [{ kind: 'tooOften', isFailure: true, what: `The rehearsal ended on ${dayOf(at, timezone)}, after ${counted(count, what)}: ${quoted(node)} ${what === 'poll' ? 'polls' : 'starts'} too often`, advice, node, at, count }];
}

/** Why a trigger started nothing. */
function whyNothing({ node, kind, events, isFiltered }: RehearsedTrigger, { happened }: Seen): Pick<Problem, 'what' | 'advice'> {
	const name = quoted(node);
	if (kind === 'schedule') return { what: `${name} was not due in these days`, advice: 'Rehearse more days, or choose a shorter interval.' };
	if (kind !== 'instant' && kind !== 'polling') return { what: `Nothing starts ${name} in a rehearsal`, advice: 'Pin data to it, and it runs once with that.' };
	const count = happened.filter(({ event }) => events.includes(event)).length;
	if (isFiltered && count > 0) return { what: `The filters of ${name} leave out ${plural(count, 'the only event', `all ${counted(count, 'event')}`)}`, advice: 'If it should start, change or remove some of them.' };
	if (count > 0) return { what: `${name} started nothing, though ${counted(count, 'event')} happened that it waits for`, advice: 'Results of meetings that took place before these days are not found. Rehearse more days.' };
	return { what: `Nothing that ${name} waits for happened in these days${isFiltered ? ', or its filters leave it out' : ''}`, advice: 'Rehearse more days, or choose other events.' };
}

/** Why there was no run at all. */
function neverStarts(seen: Seen, { off, missed }: { readonly off: readonly string[]; readonly missed: readonly Problem[] }): Problem[] {
	const { runs, triggers } = seen;
	if (runs.length > 0) return [];
	const found = { kind: 'neverStarts', at: null, count: 1 } as const;
	if (triggers.length > 0) {
		return triggers.filter(({ node, refusal }) => !refusal && !missed.some((one) => one.node === node)).map((trigger) => ({ ...found, isFailure: false, node: trigger.node, ...whyNothing(trigger, seen) }));
	}
	const [node = ''] = off;
	if (off.length === 0) return [{ ...found, isFailure: true, what: 'The workflow has no trigger that is connected to anything', advice: 'Add a trigger, or connect the one it has to the first step.', node }];
	return [{ ...found, isFailure: true, what: `Nothing starts the workflow while ${off.map(quoted).join(', ')} ${plural(off.length, 'is', 'are')} turned off`, advice: `Turn ${plural(off.length, 'it', 'them')} on, and rehearse again.`, node }];
}

const notSetUp = (missing: JudgeOptions['missing']): Problem[] =>
	[...missing].map(([node, issues]) => ({ kind: 'notSetUp', isFailure: false, what: `${quoted(node)} is not set up yet`, advice: issues.map(sentence).join(' '), node, at: null, count: issues.length }));

/** Nodes that n8n could not run either, so that what they would do cannot be shown. */
const noSuchNodes = ({ absent }: Seen): Problem[] =>
	[...absent].map(([node, type]) => ({ kind: 'noSuchNode', isFailure: true, what: `${quoted(node)} was not rehearsed: this n8n has no node of the type “${type}”`, advice: 'n8n would not publish the workflow. Correct the type, or choose another node. If a newer n8n has it, a newer version of this command is needed.', node, at: null, count: 1 }));

function notPublished({ triggers }: Seen): Problem[] {
	return triggers.flatMap(({ node, refusal }): Problem[] =>
		refusal ? [{ kind: 'notPublished', isFailure: true, what: `n8n could not publish the workflow: ${withoutFullStop(refusal.message)}`, advice: refusal.advice, node, at: null, count: 1 }] : [],
	);
}

function limits({ requests }: Seen, { requests: { hours, limitPerHour, byNode }, credits }: Usage, timezone: string): Problem[] {
	const broken = hours.filter(({ refused }) => refused > 0);
	const [most] = byNode;
	const found: Problem[] = [];
	if (broken.length > 0) {
		const refused = broken.reduce((sum, hour) => sum + hour.refused, 0);
		found.push({
			kind: 'hourLimit',
			isFailure: true,
			what: `The limit of ${counted(limitPerHour, 'request')} per hour breaks ${whenOf(broken.map(({ at }) => at), timezone)}: ${counted(refused, 'request')} refused`,
			advice: `${most ? `Most requests come from ${quoted(most.name)}. ` : ''}Poll or run less often, read a shorter period, or let triggers deliver events instead of asking for them.`,
			node: most?.name ?? '',
			at: broken[0]?.at ?? null,
			count: broken.length,
		});
	}
	const denied = requests.filter((request) => request.refused === 'credits');
	const [first] = denied;
	if (first) {
		const limit = credits.limitPerMonth === null ? 'AI credits' : `${credits.limitPerMonth} AI credits a month, ${credits.limitPerDay} a day`;
		found.push({
			kind: 'creditLimit',
			isFailure: true,
			what: `The AI credits of the plan are used up (${limit}): ${counted(denied.length, 'request')} refused, first on ${dayOf(first.at, timezone)}`,
			advice: 'Generate only where a person will read it, or reserve credits in the node with “AI Credits to Reserve”.',
			node: first.node,
			at: first.at,
			count: denied.length,
		});
	}
	return found;
}

/** Nothing was refused in these days, but a month of such days would be. */
function planTooSmall({ plan }: Usage, plans: readonly PlanFit[]): Problem[] {
	const { lacks = [] } = plans.find((fit) => fit.plan === plan) ?? {};
	if (lacks.length === 0) return [];
	return [{ kind: 'planTooSmall', isFailure: false, what: `At this rate, the ${capitalized(plan)} plan would not do: ${lacks.join(', ')}`, advice: 'Generate only where a person will read it, or choose a larger plan.', node: '', at: null, count: lacks.length }];
}

function failedRuns({ runs, effects }: Seen): Problem[] {
	const failed = runs.flatMap(({ id, at, failure }) => (failure ? [{ id, at, ...failure }] : []));
	return grouped(failed, ({ node, message }) => `${node} ${message}`).flatMap((group): Problem[] => {
		const [first] = group;
		if (!first) return [];
		const { id, at, node, message, advice } = first;
		const guessed = effects.find((effect) => effect.run === id && effect.node !== node && !effect.isPinned && isGuess(effect.type, effect.parameters));
		const hint = guessed ? `${quoted(guessed.node)} did not run, so what it would return is not known: pin its data, and rehearse again.` : '';
		const what = `${counted(group.length, 'run')} failed at ${quoted(node)}: ${message.replace(/\.$/, '')}`;
		return [{ kind: 'runFailed', isFailure: true, what, advice: [advice, hint].filter(Boolean).join(' ') || 'Correct the node, or leave out the items that it cannot handle.', node, at, count: group.length }];
	});
}

/** Calls of a sub-workflow that was not there, so that what it does is not known: in n8n, each would fail. */
function notFound({ effects }: Seen): Problem[] {
	const calls = effects.filter(({ type, isPinned }) => type === CALL && !isPinned);
	return grouped(calls, ({ node }) => node).flatMap((group): Problem[] => {
		const [first] = group;
		if (!first) return [];
		const advice = 'Pass its file as well, put it into the workflow’s folder, or pin what it returns.';
		return [{ kind: 'notFound', isFailure: true, what: `The sub-workflow of ${quoted(first.node)} was not found, so it was not rehearsed`, advice, node: first.node, at: first.at, count: group.length }];
	});
}

/** An effect in a few words. */
function named(effect: Effect): string {
	const { kind, to, title, body } = shownEffect(effect);
	const called = calledIn({ kind, body });
	const subject = (kind === 'record' ? called || title : title.trim() || called) || effect.node;
	const noun = { email: 'The email', message: 'The message', request: 'The request', record: 'The record', read: 'The request', step: 'The step' }[kind];
	return `${noun} ${quoted(subject)}${kind === 'email' && to ? ` to ${to}` : ''}`;
}

const pinAdvice = (unknown: readonly string[]): string => `It depends on what ${unknown.map(quoted).join(' and ')} returns, which a rehearsal cannot know. Pin its data, and rehearse again.`;

const isInOneRun = (group: readonly { readonly run: number | null }[]): boolean => new Set(group.map(({ run }) => run)).size < group.length;

interface Advice {
	/** Advice if a single run repeats it. */
	readonly inOneRun: string;
	/** If several do, whatever starts them. Without its full stop. */
	readonly remember: string;
}

/** What to do about something that is done or paid for more than once. `groups`: each has the occurrences of one thing. */
function againAdvice({ runs, triggers, labels }: Seen, groups: readonly (readonly { readonly run: number | null }[])[], { inOneRun, remember }: Advice): string {
	const ids = new Set(groups.flat().map(({ run }) => run));
	const repeated = runs.filter(({ id }) => ids.has(id));
	const about = [...new Set(repeated.flatMap((run) => run.about))].map((one) => one.split(' '));
	const several = grouped(about, ([, conversationId = '']) => conversationId).find((events) => events.length > 1);
	if (several) {
		const events = several.map(([event = '']) => event);
		const [once, ...others] = events.filter((event) => event !== ACTION_ITEMS);
		const named = (event: string): string => quoted(labelOf({ labels }, event));
		const choice = once !== undefined && others.length === 0 ? `choose only ${named(once)}, which starts it once for each meeting` : 'choose one of them';
		return `Each meeting starts it with ${events.map(named).join(' and ')}: ${choice}, or remember “conversationId” in a data table. Each event has its own “dedupeKey”.`;
	}
	if (groups.every(isInOneRun)) return inOneRun;
	const isScheduled = repeated.some(({ trigger }) => triggers.some(({ node, kind }) => kind === 'schedule' && node === trigger));
	return `${remember}${isScheduled ? ', or start the workflow with an event instead of a schedule' : ''}.`;
}

const sentAgain = (isByOneNode: boolean): Advice => ({
	inOneRun: isByOneNode
		? 'It does so in one run: put a Remove Duplicates node before it, or remove the branch that leads to it a second time.'
		: 'They do so in one run: keep one of them, and remove the others.',
	remember: 'Remember what is done in a data table, as the example “Never miss a meeting” does',
});

/** The same thing done twice for a meeting: in one run, for the same event, or with the same words made from data. */
function sentTwice(seen: Seen): Problem[] {
	const { effects, runs } = seen;
	const eventsOf = new Map(runs.map(({ id, events }) => [id, events]));
	const full = effects.filter((effect) => isHarmfulTwice(effect) && !isEmptied(effect));
	// Two meetings’ drafts may be alike only because an answer is not known here.
	const meetingOf = ({ unknown, conversationId }: Effect): string | null => (unknown.length > 0 ? null : conversationId);
	const repeated = grouped(full, (effect) => JSON.stringify([effect.type, canonical(comparable(effect)), meetingOf(effect)]))
		.filter((group) => group.length > 1)
		.filter((group) => {
			const events = group.flatMap(({ run }) => eventsOf.get(run) ?? []);
			return isInOneRun(group) || group.some(({ isComputed }) => isComputed) || new Set(events).size < events.length;
		});
	// If there are many similar ones, one stands for all.
	return grouped(repeated, ([first]) => first?.node ?? '').flatMap((groups): Problem[] => {
		const [[first] = []] = groups;
		if (!first) return [];
		const unknown = [...new Set(groups.flat().flatMap((effect) => effect.unknown))];
		const again = groups.reduce((sum, group) => sum + group.length - 1, 0);
		const times = groups[0]?.length ?? 0;
		const others = groups.length > 1 ? `, and ${counted(groups.length - 1, 'other')} more than once` : '';
		const nodes = [...new Set(groups.flat().map(({ node }) => node))];
		const rest = { node: first.node, at: groups[0]?.[1]?.at ?? first.at, count: again };
		if (unknown.length > 0) {
			return [{ kind: 'perhapsTwice', isFailure: false, what: `${named(first)} may be sent ${times} times by ${nodes.map(quoted).join(' and ')}${others}`, advice: pinAdvice(unknown), ...rest }];
		}
		return [{ kind: 'sentTwice', isFailure: true, what: `${named(first)} is sent ${times} times by ${nodes.map(quoted).join(' and ')}${others}`, advice: againAdvice(seen, groups, sentAgain(nodes.length === 1)), ...rest }];
	});
}

const EXPRESSION = /\{\{[^${}]*\$[^{}]*\}\}/;

const ENTER_ADDRESS = 'Enter an address such as name@example.com, or an expression that returns one.';

/** Emails that a mail node would refuse, for example because nobody's address is known. What is sent as it is written is another problem. */
function noRecipient({ effects }: Seen): Problem[] {
	const emails = effects.map((effect) => ({ ...effect, ...shownEffect(effect) })).filter(({ kind }) => kind === 'email');
	return grouped(emails, ({ node }) => node).flatMap((all): Problem[] => {
		const group = all.filter((email) => hasNoRecipient(email) && !EXPRESSION.test(email.to));
		const [first] = group;
		if (!first) return [];
		const unknown = [...new Set(group.flatMap((email) => email.unknown))];
		const wrong = group.find(({ to }) => !isNobody(to));
		const none = `${counted(group.length, 'email')} of ${quoted(first.node)} ${plural(group.length, 'has', 'have')} no recipient${wrong ? `: ${quoted(wrong.to)} is not an email address` : ''}`;
		const found = { kind: 'noRecipient', node: first.node, at: first.at, count: group.length } as const;
		if (unknown.length > 0) return [{ ...found, isFailure: false, what: `${none} in this rehearsal`, advice: pinAdvice(unknown) }];
		const always = wrong
			? ENTER_ADDRESS
			: 'It is empty every time, so look at its expression. Addresses beside a draft need “With Recipients” in the node that writes it, and those of owners “With Email Addresses” in the node that lists their action items.';
		const advice = group.length < all.length ? 'Leave out what has no address with a Filter node before it.' : always;
		return [{ ...found, isFailure: true, what: `${none}, so the node would fail`, advice }];
	});
}

/** Emails with something other than an address in a list: some nodes fail at it, others leave it out without a word. */
function malformedAddresses({ effects }: Seen): Problem[] {
	const emails = effects.filter((effect) => !hasNoRecipient(effect)).map((email) => {
		const wrong = malformedIn(email).filter(({ field }) => !EXPRESSION.test(String(email.parameters[field])));
		return { ...email, wrong: wrong.map(({ field, entry }) => `${quoted(entry)} in ${quoted(field)}`) };
	});
	return grouped(emails.filter(({ wrong }) => wrong.length > 0), ({ node }) => node).flatMap((group): Problem[] => {
		const [first] = group;
		if (!first) return [];
		const all = [...new Set(group.flatMap(({ wrong }) => wrong))];
		const others = all.length > 3 ? `, and ${counted(all.length - 3, 'other')}` : '';
		const unknown = [...new Set(group.flatMap((email) => email.unknown))];
		const what = `${counted(group.length, 'email')} of ${quoted(first.node)} ${plural(group.length, 'has', 'have')} a malformed address: ${all.slice(0, 3).join(', ')}${others}`;
		const advice = unknown.length > 0 ? pinAdvice(unknown) : `The node would fail, or send the email without it. ${ENTER_ADDRESS}`;
		return [{ kind: 'malformedAddress', isFailure: unknown.length === 0, what, advice, node: first.node, at: first.at, count: group.length }];
	});
}

/** Whether a field that does not exist left nothing in it. What a recorded node returns is not known, and may have had it. */
const isEmptied = ({ isHollow, unknown }: Effect): boolean => isHollow && unknown.length === 0;

const SPELLING = 'Look at the spelling: no item has such a field there, or no value such a function.';

/** Expressions with a mistyped field, which are empty in everything that a node sends, or leave nothing in some of it. */
function blankFields({ effects }: Seen): Problem[] {
	const sent = effects.map((effect) => ({ ...effect, kind: shownEffect(effect).kind })).filter(({ kind }) => kind !== 'read' && kind !== 'step');
	return grouped(sent, ({ node }) => node).flatMap((all): Problem[] => {
		const [first] = all;
		const named = ({ field, expression }: Effect['blank'][number]) => `${expression} in ${quoted(field)}`;
		const blank = [...new Set(first?.blank.map(named))].filter((one) => all.every((effect) => effect.blank.some((other) => named(other) === one)));
		const [hollow] = all.filter(isEmptied);
		const found = { kind: 'blankField', isFailure: false } as const;
		if (blank.length === 0 && hollow) {
			const count = all.filter(isEmptied).length;
			const what = `${quoted(hollow.node)} leaves ${[...new Set(hollow.blank.map(named))].join(' and ')} empty in ${count} of ${counted(all.length, hollow.kind)}`;
			return [{ ...found, what, advice: 'Leave out what has no such field with a Filter node before it.', node: hollow.node, at: hollow.at, count }];
		}
		// What a recorded node returns is not known.
		if (!first || blank.length === 0 || first.unknown.length > 0) return [];
		const what = `${quoted(first.node)} leaves ${blank.join(' and ')} empty in ${plural(all.length, `its only ${first.kind}`, `all ${counted(all.length, first.kind)}`)}`;
		return [{ ...found, what, advice: SPELLING, node: first.node, at: first.at, count: all.length }];
	});
}

/** Expressions in fields that are set to fixed text, which people would receive as they are written. */
function sentAsWritten({ effects }: Seen): Problem[] {
	const sent = effects.flatMap((effect) => {
		const fields = Object.entries(effect.parameters).flatMap(([field, value]) => (typeof value === 'string' && EXPRESSION.test(value) ? [quoted(field)] : []));
		return fields.length === 0 ? [] : [{ ...effect, fields, kind: shownEffect(effect).kind }];
	}).filter(({ kind }) => kind !== 'read' && kind !== 'step');
	return grouped(sent, ({ node }) => node).flatMap((all): Problem[] => {
		const [first] = all;
		if (!first) return [];
		const what = `${quoted(first.node)} sends the expression in ${first.fields.join(' and ')} as it is written, in ${counted(all.length, first.kind)}`;
		return [{ kind: 'sentAsWritten', isFailure: true, what, advice: 'Switch the field from Fixed to Expression.', node: first.node, at: first.at, count: all.length }];
	});
}

/** Nodes that decide by a mistyped field, so that they treat all items alike. */
function blankDecisions({ decisions }: Seen): Problem[] {
	return grouped(decisions, ({ node }) => node).flatMap((all): Problem[] => {
		const [first] = all;
		const blank = (first?.blank ?? []).filter((one) => all.every((each) => each.blank.includes(one)));
		if (!first || blank.length === 0) return [];
		const what = `${quoted(first.node)} decides by ${blank.join(' and ')}, which is empty in ${plural(all.length, 'its only item', `all ${counted(all.length, 'item')}`)}`;
		return [{ kind: 'blankField', isFailure: false, what, advice: SPELLING, node: first.node, at: first.at, count: all.length }];
	});
}

/** A workflow that runs well and does nothing, as behind a filter that lets nothing through, or without a connection. */
function sendsNothing({ runs, effects }: Seen, unreached: readonly Unreached[]): Problem[] {
	const fine = runs.filter(({ status }) => status === 'success').length;
	const [first] = unreached;
	if (!first || fine === 0 || effects.some(({ type, parameters }) => !isGuess(type, parameters))) return [];
	const reasons = grouped(unreached, ({ why }) => why).map((group) => {
		const [names, count] = [group.map(({ node }) => quoted(node)).join(' and '), group.length];
		const them = plural(count, 'it', 'them');
		return {
			loose: { what: `no trigger leads to ${names}`, advice: `Connect ${them} to what should come before.` },
			off: { what: `${names} ${plural(count, 'is', 'are')} turned off`, advice: `Turn ${them} on, and rehearse again.` },
			starved: { what: `${names} never got anything to send`, advice: `If ${plural(count, 'it', 'they')} should have, look at what the nodes before ${them} let through.` },
		}[group[0]?.why ?? 'starved'];
	});
	const what = `Nothing was sent in ${counted(fine, 'run')}: ${reasons.map((one) => one.what).join(', and ')}`;
	return [{ kind: 'sendsNothing', isFailure: false, what, advice: reasons.map((one) => one.advice).join(' '), node: first.node, at: null, count: fine }];
}

/** Events that more than one run acted on. */
function processedTwice({ runs, effects, requests }: Seen): Problem[] {
	const acting = new Set([...effects.filter(isHarmfulTwice).map(({ run }) => run), ...requests.filter(({ isPaid }) => isPaid).map(({ run }) => run)]);
	const actedOn = runs.filter(({ id }) => acting.has(id)).flatMap(({ events, ...run }) => events.map((event) => ({ event, run })));
	const twice = grouped(actedOn, ({ event }) => event).filter((group) => group.length > 1);
	const [first] = twice;
	if (!first) return [];
	const triggers = [...new Set(twice.flat().map(({ run }) => run.trigger))].map(quoted).join(' and ');
	return [
		{
			kind: 'processedTwice',
			isFailure: true,
			what: `${counted(twice.length, 'event')} started the workflow more than once and had it act each time, such as ${first[0]?.run.why}`,
			advice: `They come through ${triggers}. Check “dedupeKey” in a data table before the work and write it after, as the example “Never miss a meeting” does.`,
			node: first[0]?.run.trigger ?? '',
			at: first[1]?.run.at ?? null,
			count: twice.length,
		},
	];
}

/** Key points and feedback, which are saved: paid for again only if the node is told to. */
const isResult = ({ path }: Request): boolean => /\/(keypoints|feedback)$/.test(path);

function payAdvice(seen: Seen, group: readonly Request[]): string {
	if (group.every(isResult)) return 'The result is saved, and costs nothing with “Use Saved, Otherwise Generate” in place of “Always Regenerate”.';
	return againAdvice(seen, [group], { inOneRun: 'One run asks for it more than once: ask once, and use the answer for both.', remember: 'Keep the first answer, for example in a data table' });
}

/** Answers that were paid for twice, whoever paid the first time. */
function paidTwice(seen: Seen): Problem[] {
	const { requests, saved } = seen;
	const isSaved = ({ path, at }: Request): boolean => (saved.get(path) ?? Infinity) <= at;
	const paid = grouped(requests.filter(({ isPaid }) => isPaid), (request) => (isResult(request) ? request.path : `${request.method} ${request.path} ${request.body}`));
	const twice = paid.filter(([one, ...more]) => more.length > 0 || (one && isSaved(one)));
	const wasted = twice.reduce((sum, group) => sum + group.filter((one, index) => index > 0 || isSaved(one)).length, 0);
	const [first] = twice;
	if (!first) return [];
	const nodes = counts(twice.flat().map(({ node }: Request) => node));
	return [
		{
			kind: 'paidTwice',
			isFailure: true,
			what: `${counted(wasted, 'AI credit')} paid for what was paid for before, by ${nodes.map(({ name }) => quoted(name)).join(' and ')}`,
			advice: payAdvice(seen, first),
			node: nodes[0]?.name ?? '',
			at: first.find((one, index) => index > 0 || isSaved(one))?.at ?? null,
			count: wasted,
		},
	];
}

function neverProcessed({ triggers, happened, handled, requests, labels }: Seen): Problem[] {
	const reached = new Set(handled);
	const recorded = new Set(happened.filter(({ event }) => event === 'conversation.created').map(({ conversationId }) => conversationId));
	const watching = triggers.filter(({ kind, refusal }) => (kind === 'instant' || kind === 'polling') && !refusal);
	const isExpected = ({ event, conversationId }: Seen['happened'][number], { kind, events, isFiltered }: RehearsedTrigger): boolean =>
		!isFiltered && events.includes(event) && (kind === 'instant' || recorded.has(conversationId));
	const missed = happened.filter((one) => watching.some((trigger) => isExpected(one, trigger)) && !reached.has(aboutOf(one)));
	const [first] = missed;
	const trigger = first && watching.find((one) => isExpected(first, one));
	if (!trigger) return [];
	const lastPoll = requests.findLast(({ node, run }) => node === trigger.node && run === null)?.at ?? 0;
	const isTooEarly = trigger.kind === 'polling' && missed.every(({ at }) => at > lastPoll);
	return [
		{
			kind: 'neverProcessed',
			isFailure: false,
			what: `${counted(missed.length, 'event')} never reached the workflow, such as ${quoted(labelOf({ labels }, first.event))} of ${quoted(first.title)}`,
			advice: isTooEarly
				? `The last poll of ${quoted(trigger.node)} was before ${plural(missed.length, 'it', 'them')}. Rehearse again with an end after its next poll.`
				: 'Where a trigger was refused requests, it was too late for these. Use fewer requests per hour, or add a polling trigger beside the instant one.',
			node: trigger.node,
			at: first.at,
			count: missed.length,
		},
	];
}

const strays = ({ strayConnections }: Seen): Problem[] =>
	strayConnections.length === 0
		? []
		: [{ kind: 'strayConnection', isFailure: true, what: `The workflow tried to connect to ${counts(strayConnections).map(({ name }) => name).join(', ')}, which the rehearsal prevented`, advice: '', node: '', at: null, count: strayConnections.length }];

/** What is wrong with the workflow, worst first. */
export function problemsOf({ seen, usage, plans, timezone, unreached, off, missing }: JudgeOptions): Problem[] {
	const missed = neverProcessed(seen);
	const broken = limits(seen, usage, timezone);
	return [
		...neverStarts(seen, { off, missed }),
		...noSuchNodes(seen),
		...notSetUp(missing),
		...tooOften(seen, timezone),
		...notPublished(seen),
		...(broken.length > 0 ? broken : planTooSmall(usage, plans)),
		...sentTwice(seen),
		...processedTwice(seen),
		...paidTwice(seen),
		...failedRuns(seen),
		...notFound(seen),
		...noRecipient(seen),
		...malformedAddresses(seen),
		...blankFields(seen),
		...sentAsWritten(seen),
		...blankDecisions(seen),
		...sendsNothing(seen, unreached),
		...strays(seen),
		...missed,
	].toSorted((a, b) => Number(b.isFailure) - Number(a.isFailure));
}

/** Runs that were still waiting at the end. */
export const waitingRuns = ({ runs }: Seen): readonly Run[] => runs.filter(({ status }) => status === 'waiting');
