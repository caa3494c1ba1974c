// The environment that n8n offers to code, in a JavaScript realm that has nothing else: no modules, no files, no network. Loaded
// as text. `ask` takes and returns JSON, and is the only way out: it reads data of the execution, and reports what is missing
// here.
(function (ask, setup) {
	const { items, random, timezone, values, absent } = JSON.parse(setup);
	const { DateTime, Duration, Interval, Settings } = globalThis.luxon;
	const RealDate = Date;
	const answerTo = (question) => {
		const { found, missing } = JSON.parse(ask(JSON.stringify(question)));
		if (missing) throw new Error(missing);
		return found;
	};

	let now = 0;
	const SeenDate = new Proxy(RealDate, {
		construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now] : given, newTarget),
		apply: () => new RealDate(now).toString(),
		get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
	});
	RealDate.prototype.constructor = SeenDate;
	let seed = random;
	// Mulberry32: the same numbers each time the month is replayed.
	const chance = () => {
		seed = (seed + 0x6d2b79f5) | 0;
		let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	Settings.defaultZone = timezone;
	Settings.now = () => now;

	const timers = new Map();
	let lastTimer = 0;
	const addTimer = (every) => (work, ms = 0, ...given) => {
		lastTimer += 1;
		const wait = Math.max(1, Number(ms) || 1);
		timers.set(lastTimer, { at: now + wait, work: () => work(...given), every: every ? wait : 0 });
		return lastTimer;
	};
	const removeTimer = (id) => void timers.delete(id);

	let index = 0;
	const silent = new Proxy({}, { get: () => () => undefined });
	const statics = {};
	const node = (name) =>
		new Proxy({}, {
			get: (_target, field) => {
				if (['first', 'last', 'all', 'itemMatching', 'pairedItem'].includes(field)) return (...given) => answerTo({ kind: '$', name, field, given, index });
				return typeof field === 'string' ? answerTo({ kind: '$', name, field, index }) : undefined;
			},
		});
	const jmespath = (data, expression) => answerTo({ kind: 'jmespath', data, expression, index });

	Object.assign(globalThis, {
		...values,
		...{ Date: SeenDate, DateTime, Duration, Interval, items, console: silent },
		...{ setTimeout: addTimer(false), setInterval: addTimer(true), setImmediate: (work, ...given) => addTimer(false)(work, 0, ...given) },
		...{ clearTimeout: removeTimer, clearInterval: removeTimer, clearImmediate: removeTimer },
		atob: (text) => answerTo({ kind: 'atob', text: String(text) }),
		btoa: (text) => answerTo({ kind: 'btoa', text: String(text) }),
		$: node,
		$node: new Proxy({}, { get: (_target, name) => new Proxy({}, { get: (_fields, field) => (typeof field === 'string' ? answerTo({ kind: '$node', name, field, index }) : undefined) }) }),
		$items: (...given) => answerTo({ kind: '$items', given, index }),
		...{ $jmespath: jmespath, $jmesPath: jmespath },
		$getWorkflowStaticData: (type) => (statics[type] ??= answerTo({ kind: 'static', type })),
		$execution: { ...values.$execution, customData: silent },
		$input: {
			all: () => items,
			first: () => items[0],
			last: () => items.at(-1),
			get item() {
				return items[index];
			},
			...values.$input,
		},
	});
	Math.random = chance;
	for (const name of absent) {
		Object.defineProperty(globalThis, name, { configurable: true, get: () => answerTo({ kind: 'absent', name }) });
	}

	let state = { status: 'running' };
	const lineOf = (error) => Number(/code\.js:(\d+)/.exec(error?.stack ?? '')?.[1] ?? 0);
	const acts = {
		start: (main, at, clock) => {
			[index, now, state] = [at, clock, { status: 'running' }];
			const item = items[at];
			Object.assign(globalThis, { item, $itemIndex: at, $json: item?.json ?? {}, $binary: item?.binary ?? {}, $now: DateTime.now(), $today: DateTime.now().startOf('day') });
			timers.clear();
			main().then(
				(value) => (state = { status: 'done', value, statics }),
				(error) => (state = { status: 'failed', message: String(error?.message ?? error), line: lineOf(error) }),
			);
		},
		/** Runs the timers that are due. */
		tick: (clock) => {
			now = clock;
			for (const [id, timer] of timers) {
				if (timer.at > now) continue;
				if (timer.every) timer.at = now + timer.every;
				else timers.delete(id);
				timer.work();
			}
		},
		state: () => JSON.stringify(state.status === 'running' && timers.size > 0 ? { status: 'waiting', until: Math.min(...[...timers.values()].map(({ at }) => at)) } : state),
	};
	return (act, ...given) => acts[act](...given);
});
