import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const require = createRequire(import.meta.url);

registerHooks({
	resolve(specifier, context, next) {
		// n8n loads this copy. The ES modules beside it lack file extensions, so Node cannot load them.
		if (specifier === 'n8n-workflow') return next(specifier, { ...context, conditions: ['node', 'require'] });
		const resolved = next(specifier, context);
		// Node would try CommonJS first, and read every file twice.
		return /^file:(?!.*\/node_modules\/).*\.ts(?:\?|$)/.test(resolved.url) ? { ...resolved, format: 'module-typescript' } : resolved;
	},
});

let loads = 0;

/** What jest-circus asks of the runtime that loads modules. */
const runtime = {
	// It keeps the tests of a file in itself, and its event handlers in a global.
	requireInternalModule(path) {
		delete require.cache[path];
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		return require(path);
	},
	requireModule: require,
	unstable_shouldLoadAsEsm: () => true,
	unstable_importModule: (path) => import(`${pathToFileURL(path).href}?load=${(loads += 1)}`),
	setGlobalsForRuntime() {},
	enterTestCode() {},
	leaveTestCode() {},
};

/**
 * Runs a test file with jest-circus, in Node itself: Node loads the modules, once for all files of a worker. By default, jest
 * evaluates every module anew for each of 300 files, which took more than half of the time.
 */
export default (globalConfig, config, environment, _runtime, ...rest) => circus.default(globalConfig, config, environment, runtime, ...rest);
