import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import zlib from 'node:zlib';

/**
 * The time of one run. Everything inside the run (n8n's engine, the nodes, axios, Node's own socket timeouts) uses it to
 * wait. It only moves when nothing is in progress, and then to the next moment that something waits for. So an hour of
 * waiting takes milliseconds, everything else is real, and the wall clock can jump without changing the elapsed time.
 */
export interface Time {
	/** Milliseconds since the run began. Never jumps. */
	readonly elapsed: () => number;
	/** The program's clock, in milliseconds since 1970. */
	readonly wall: () => number;
	/** Sets the program's clock forward, or back if negative. */
	readonly jump: (ms: number) => void;
	readonly sleep: (ms: number) => Promise<void>;
	/** Stops time until `work` has ended. */
	readonly during: <T>(work: Promise<T>) => Promise<T>;
	/** Like `sleep`, but keeps a client waiting on purpose, so that nothing counts as in progress meanwhile. `gone` ends it early. */
	readonly hold: (ms: number, gone: AbortSignal) => Promise<void>;
	/** Runs `work` in this time, which does not pass by itself. */
	readonly inside: <T>(work: () => T) => T;
	/** Lets time pass until `work` has ended, or for `most` milliseconds. Returns whether it has ended. */
	readonly pass: (work: Promise<unknown>, most: number) => Promise<boolean>;
	/** Ends everything that is still waiting. */
	readonly stop: () => void;
}

const real = {
	createUnzip: zlib.createUnzip,
	setTimeout: globalThis.setTimeout,
	clearTimeout: globalThis.clearTimeout,
	setImmediate: globalThis.setImmediate,
	Date: globalThis.Date,
	random: Math.random,
	performanceNow: performance.now.bind(performance),
	abortAfter: AbortSignal.timeout.bind(AbortSignal),
	socketTimeout: Socket.prototype.setTimeout,
};

const current = new AsyncLocalStorage<Clock>();

/** A pending wait. The methods are those of Node's own timers, which libraries call. */
class Timer {
	readonly #clock: Clock;
	readonly #ms: number;
	readonly fire: () => void;
	/** Whether it only aborts a signal. Most signals outlive the work that they could stop. */
	readonly isDeadline: boolean;
	at = 0;

	constructor(clock: Clock, ms: number, fire: () => void, isDeadline = false) {
		this.#clock = clock;
		this.#ms = Number.isFinite(ms) ? Math.max(1, ms) : 1;
		this.fire = fire;
		this.isDeadline = isDeadline;
		this.refresh();
	}

	refresh(): this {
		this.at = this.#clock.elapsed + this.#ms;
		// Setting it again makes it the last of those at the same moment.
		this.#clock.timers.delete(this);
		this.#clock.timers.add(this);
		return this;
	}

	cancel(): void {
		this.#clock.timers.delete(this);
	}

	ref = (): this => this;
	unref = (): this => this;
	hasRef = (): boolean => true;
	close = (): this => (this.cancel(), this);
}

interface Clock {
	elapsed: number;
	/** The difference between the wall clock and what has elapsed. */
	wall: number;
	readonly timers: Set<Timer>;
	/** Requests of clients inside, from the first byte to the last. */
	open: number;
	/** Number of requests that are kept waiting on purpose. */
	held: number;
	/** Others' work that time must not overtake. */
	working: number;
	/** Randomness that is the same for the same seed. */
	readonly random: () => number;
	/** Counts events, so that quiet can be told from a moment between two events. */
	events: number;
}

const turn = () => new Promise<void>((resolve) => void real.setImmediate(resolve));
const breath = () => new Promise<void>((resolve) => void real.setTimeout(resolve, 1));

/** Turns of the event loop without an event before it counts as quiet: by then, what was written to a socket has arrived. */
const QUIET_TURNS = 8;
const SPINS = 40;

/** About half a minute of real time. */
const STUCK_SPINS = 20_000;

async function quiet(clock: Clock, quietTurns: number, isOver: () => boolean): Promise<void> {
	let seen = clock.events;
	for (let turns = 0, spins = 0; turns < quietTurns && !isOver(); ) {
		await turn();
		const isBusy = clock.working > 0 || clock.open > clock.held;
		turns = isBusy || clock.events !== seen ? 0 : turns + 1;
		seen = clock.events;
		spins = isBusy ? spins + 1 : 0;
		if (spins > SPINS) await breath();
		if (spins > STUCK_SPINS) throw new Error(`The net is stuck: ${clock.open} open, ${clock.held} held, ${clock.working} at work`);
	}
}

const next = ({ timers }: Clock): Timer | undefined => {
	let first: Timer | undefined;
	for (const timer of timers) if (!first || timer.at < first.at) first = timer;
	return first;
};

/** Starts a time at `start`, in milliseconds since 1970. `random` replaces `Math.random`. */
export function createTime(start: number, random: () => number): Time {
	install();
	const clock: Clock = { elapsed: 0, wall: start, timers: new Set(), open: 0, held: 0, working: 0, random, events: 0 };
	const sleep = (ms: number) => new Promise<void>((resolve) => void new Timer(clock, ms, resolve));
	return {
		elapsed: () => clock.elapsed,
		wall: () => clock.wall + clock.elapsed,
		jump: (ms) => void (clock.wall += ms),
		sleep,
		during: async (work) => {
			clock.working += 1;
			try {
				return await work;
			} finally {
				clock.working -= 1;
				clock.events += 1;
			}
		},
		hold: async (ms, gone) => {
			if (gone.aborted) return Number.isFinite(ms) ? await sleep(ms) : undefined;
			clock.held += 1;
			let isHeld = true;
			const release = () => {
				if (isHeld) clock.held -= 1;
				isHeld = false;
			};
			gone.addEventListener('abort', release, { once: true });
			const forEver = new Promise<void>((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
			await (Number.isFinite(ms) ? sleep(ms) : forEver);
			gone.removeEventListener('abort', release);
			release();
			clock.events += 1;
		},
		inside: (work) => current.run(clock, work),
		pass: async (work, most) => {
			let isOver = false;
			const over = () => void (isOver = true);
			void work.then(over, over);
			const end = clock.elapsed + most;
			for (let turns = QUIET_TURNS; ; ) {
				await quiet(clock, turns, () => isOver);
				if (isOver) return true;
				const timer = next(clock);
				if (!timer || timer.at > end) {
					clock.elapsed = end;
					return false;
				}
				clock.elapsed = Math.max(clock.elapsed, timer.at);
				timer.cancel();
				// If no request is in progress, a deadline cannot stop anything that was written to a socket.
				turns = timer.isDeadline && clock.open === 0 ? 1 : QUIET_TURNS;
				clock.events += 1;
				current.run(clock, timer.fire);
			}
		},
		stop: () => clock.timers.clear(),
	};
}

const put = (on: object, name: string, value: unknown): void =>
	void Object.defineProperty(on, name, { value, writable: true, configurable: true });

const socketTimers = new WeakMap<Socket, Timer>();

/** Makes time wait for signatures, which are verified in other threads. */
function installCrypto(): void {
	for (const name of ['digest', 'importKey', 'sign', 'verify']) {
		const work: unknown = Reflect.get(crypto.subtle, name);
		if (typeof work !== 'function') throw new Error(`This Node.js has no crypto.subtle.${name}`);
		put(crypto.subtle, name, async (...given: unknown[]) => {
			const clock = current.getStore();
			const result: unknown = Reflect.apply(work, crypto.subtle, given);
			if (!clock) return result;
			clock.working += 1;
			try {
				return await result;
			} finally {
				clock.working -= 1;
				clock.events += 1;
			}
		});
	}
}

/** The reason of all signals. Creating an error for each would take longer than aborting it. */
const timedOut = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** A silent socket times out by the run's time if a client inside opened it. Node calls `_unrefTimer` at each sign of life, and `_destroy` at the end. */
function installSocketTimeouts(): void {
	const alive: unknown = Reflect.get(Socket.prototype, '_unrefTimer');
	const destroy: unknown = Reflect.get(Socket.prototype, '_destroy');
	if (typeof alive !== 'function' || typeof destroy !== 'function') throw new Error('This Node.js has other socket timeouts');
	put(Socket.prototype, '_destroy', function (this: Socket, ...given: unknown[]) {
		socketTimers.get(this)?.cancel();
		return Reflect.apply(destroy, this, given);
	});
	put(Socket.prototype, '_unrefTimer', function (this: Socket) {
		socketTimers.get(this)?.refresh();
		return Reflect.apply(alive, this, []);
	});
	put(Socket.prototype, 'setTimeout', function (this: Socket, ms: number, callback?: () => void) {
		const clock = current.getStore();
		if (!clock) return real.socketTimeout.call(this, ms, callback);
		socketTimers.get(this)?.cancel();
		socketTimers.delete(this);
		if (callback) this.once('timeout', callback);
		if (ms > 0 && !this.destroyed) socketTimers.set(this, new Timer(clock, ms, () => this.emit('timeout')));
		return this;
	});
}

let isInstalled = false;

/** Replaces real time by the run's time for code inside a run. Everything else keeps real time. */
function install(): void {
	if (isInstalled) return;
	isInstalled = true;
	put(globalThis, 'setTimeout', (fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
		const clock = current.getStore();
		return clock ? new Timer(clock, ms, () => fire(...args)) : real.setTimeout(fire, ms, ...args);
	});
	put(globalThis, 'clearTimeout', (timer?: Timer | NodeJS.Timeout) =>
		timer instanceof Timer ? timer.cancel() : real.clearTimeout(timer),
	);
	const wall = () => {
		const clock = current.getStore();
		return clock ? clock.wall + clock.elapsed : real.Date.now();
	};
	const SeenDate = new Proxy(real.Date, {
		construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [wall()] : args, newTarget),
		apply: () => new real.Date(wall()).toString(),
		get: (target, name) => (name === 'now' ? wall : Reflect.get(target, name)),
	});
	put(real.Date.prototype, 'constructor', SeenDate);
	put(globalThis, 'Date', SeenDate);
	put(Math, 'random', () => (current.getStore()?.random ?? real.random)());
	put(performance, 'now', () => current.getStore()?.elapsed ?? real.performanceNow());
	put(AbortSignal, 'timeout', (ms: number) => {
		const clock = current.getStore();
		if (!clock) return real.abortAfter(ms);
		const controller = new AbortController();
		new Timer(clock, ms, () => controller.abort(timedOut), true);
		return controller.signal;
	});
	installSocketTimeouts();
	installCrypto();
	// Answers are decompressed in a thread, which is not visible in any other way.
	put(zlib, 'createUnzip', (options?: zlib.ZlibOptions) => {
		const clock = current.getStore();
		const stream = real.createUnzip(options);
		if (clock) {
			clock.working += 1;
			stream.once('close', () => void (clock.working -= 1));
		}
		return stream;
	});
	subscribe('http.client.request.created', (message) => {
		const clock = current.getStore();
		const request = message instanceof Object && 'request' in message ? message.request : undefined;
		if (!clock || !(request instanceof ClientRequest)) return;
		clock.open += 1;
		clock.events += 1;
		request.once('close', () => {
			clock.open -= 1;
			clock.events += 1;
		});
	});
}
