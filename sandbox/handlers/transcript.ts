import { api } from '../../src/api/index.ts';
import { iso } from '../clock.ts';
import { listSegments } from '../db/segments.ts';
import { conversationOf } from './conversation.ts';
import { route } from './route.ts';

export const transcript = {
	get: route(api.transcript.get, ({ id }, caller) => {
		conversationOf(caller, id);
		const segments = listSegments(caller.service.db, id);
		return {
			data: { id, segments: segments.map(({ text, speaker, at }) => ({ text, speaker, timestamp: iso(at) })) },
		};
	}),
};
