import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const require = createRequire(import.meta.url);

/** n8n loads this copy. The ES modules beside it lack file extensions, so Node cannot load them. */
const workflow = pathToFileURL(require.resolve('n8n-workflow')).href;

const tests = new URL('..', import.meta.url).href;
const isSource = (url) => url.startsWith('file:') && !url.includes('/node_modules/') && /\.ts(?:\?|$)/.test(url);

registerHooks({
	resolve(specifier, context, next) {
		if (specifier === 'n8n-workflow') return { url: workflow, format: 'commonjs', shortCircuit: true };
		const resolved = next(specifier, context);
		if (!isSource(resolved.url)) return resolved;
		// Code shared by tests has hooks and remembers what to stop, so each test file needs its own copy, which is loaded with the
		// number of that file.
		const [, load] = /(\?load=\d+)$/.exec(context.parentURL ?? '') ?? [];
		const url = load && resolved.url.startsWith(tests) ? resolved.url + load : resolved.url;
		// Without a format, Node would try CommonJS first, and read every file twice.
		return { ...resolved, url, format: 'module-typescript' };
	},
});

let loads = 0;

/** The methods that jest-circus needs from the runtime that loads modules. */
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
 * Runs a test file with jest-circus, in Node itself: Node loads the modules, those outside `test` once for all files of a worker. By
 * default, jest evaluates every module anew for each of 300 files, which took more than half of the time.
 */
export default (globalConfig, config, environment, _runtime, ...rest) => circus.default(globalConfig, config, environment, runtime, ...rest);
