/** Libraries published as ES modules alone: jest runs CommonJS, so these are transformed too. */
const esModules = ['p-limit', 'yocto-queue', '@noble/hashes', 'env-paths', 'is-safe-filename', 'media-captions', '@hono/node-server', 'hono', 'stemmer', '@seriousme/openapi-schema-validator'];

export default {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/packages/zapier/dist/', '<rootDir>/packages/node-red/dist/'],
	transform: {
		'\\.[cm]?[jt]s$': [
			'@swc/jest',
			{ swcrc: false, jsc: { target: 'es2023', parser: { syntax: 'typescript' }, keepClassNames: true }, module: { type: 'commonjs' } },
		],
	},
	transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
	globalSetup: '<rootDir>/test/support/beforeAll.mjs',
	globalTeardown: '<rootDir>/test/support/afterAll.mjs',
	maxWorkers: 2,
	// A worker that has run three hundred files takes more than the usual half second to give its memory back. One that hangs is still named.
	workerGracefulExitTimeout: 10_000,
	// Else `-u` writes a whole file with an inline snapshot in another style.
	prettierPath: null,
	testTimeout: 30_000,
};
