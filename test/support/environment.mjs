import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** Restores Node’s own globals and environment for each test file. Globals that a file adds stay, like its modules. */
export default class Environment {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	#before = { globals: Object.getOwnPropertyDescriptors(globalThis), env: { ...process.env }, exit: process.exit };

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async setup() {
		const { moduleMocker, fakeTimersModern: timers } = this;
		globalThis.jest = {
			fn: moduleMocker.fn.bind(moduleMocker),
			spyOn: moduleMocker.spyOn.bind(moduleMocker),
			restoreAllMocks: () => moduleMocker.restoreAllMocks(),
			setTimeout: (ms) => void (globalThis[TIMEOUT] = ms),
			useFakeTimers: () => timers.useFakeTimers(),
			useRealTimers: () => timers.useRealTimers(),
			advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
			advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
			getTimerCount: () => timers.getTimerCount(),
		};
	}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		this.fakeTimersModern.dispose();
		delete globalThis[TIMEOUT];
		const { globals, env, exit } = this.#before;
		for (const name of Reflect.ownKeys(globals)) if (globals[name].configurable) Object.defineProperty(globalThis, name, globals[name]);
		// jest itself has replaced this function.
		process.exit = exit;
		for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
		Object.assign(process.env, env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** Mandatory, though only jest’s own runtime uses it. */
	getVmContext() {
		return null;
	}
}
