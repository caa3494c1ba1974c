import type { ServerContext } from '@modelcontextprotocol/server';
import type { Calling } from '../../src/agents/index.ts';
import { counted } from '../../src/words/index.ts';

/** Reports each request of a long job and, once the number of meetings is known, each meeting with the total. */
export function progressOf({ notify, _meta }: ServerContext['mcpReq']): Pick<Calling, 'onAnswer' | 'onRead'> {
	const progressToken = _meta?.progressToken;
	if (progressToken === undefined) return {};
	let progress = 0;
	/** The count when reading began; null until something is read whose total is known. */
	let begun: number | null = null;
	const report = (params: { readonly total?: number; readonly message: string }): void => {
		notify({ method: 'notifications/progress', params: { progressToken, progress, ...params } }).catch(() => undefined);
	};
	return {
		onAnswer: ({ endpoint }) => {
			if (begun !== null) return;
			progress += 1;
			report({ message: `${endpoint.summary} (request ${progress})` });
		},
		onRead: (done, count) => {
			begun ??= progress;
			// Two lists may be read at once, and progress must never fall.
			if (begun + done > progress) {
				progress = begun + done;
				report({ total: Math.max(progress, begun + count), message: `Read ${done} of ${counted(count, 'meeting')}` });
			}
			if (done === count) begun = null;
		},
	};
}
