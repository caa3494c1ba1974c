import { DEFAULT_HEADER_PREFIX } from '../src/api/index.ts';
import {
	ALLOW_HTTP,
	DEFAULT_CONCURRENCY,
	DEFAULT_PATIENCE_SECONDS,
	MAX_CONCURRENCY,
	MAX_PATIENCE_SECONDS,
} from './settings.ts';

/** What the credential's form starts with, as values: the build evaluates this module. */
export const defaults = {
	allowHttp: ALLOW_HTTP,
	concurrency: DEFAULT_CONCURRENCY,
	headerPrefix: DEFAULT_HEADER_PREFIX,
	maxConcurrency: MAX_CONCURRENCY,
	maxPatienceSeconds: MAX_PATIENCE_SECONDS,
	patienceSeconds: DEFAULT_PATIENCE_SECONDS,
};
