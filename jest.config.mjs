export default {
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/packages/zapier/dist/', '<rootDir>/packages/node-red/dist/'],
	testEnvironment: '<rootDir>/test/support/environment.mjs',
	testRunner: '<rootDir>/test/support/runner.mjs',
	// Node reads TypeScript itself.
	transform: {},
	globalSetup: '<rootDir>/test/support/beforeAll.mjs',
	globalTeardown: '<rootDir>/test/support/afterAll.mjs',
	maxWorkers: 2,
	// A worker that has run three hundred files takes more than the usual half second to give its memory back. One that hangs is still named.
	workerGracefulExitTimeout: 10_000,
	// Else `-u` writes a whole file with an inline snapshot in another style.
	prettierPath: null,
	testTimeout: 30_000,
};
