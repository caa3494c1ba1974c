import { withAnswers } from '../support/cannedAnswers.ts';
import type { Beside } from '../support/scriptedServer.ts';
import { runNode, type NodeOptions } from './engine.ts';

/** Runs the node against canned answers, and records its requests. */
export const againstScript = (script: readonly object[], options: Omit<NodeOptions, 'credential'>, beside?: Beside) =>
	withAnswers(script, (credential) => runNode({ credential, ...options }), beside);
