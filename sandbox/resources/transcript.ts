import { api } from '../../src/api/index.ts';
import { segmentsAsJson } from '../db/segments.ts';
import { JsonText } from '../http/answer.ts';
import { conversationOf } from './conversations.ts';
import { route } from './route.ts';

export const transcript = {
	get: route(api.transcript.get, ({ id }, caller) => {
		conversationOf(caller, id);
		return new JsonText(`{"data":{"id":${JSON.stringify(id)},"segments":${segmentsAsJson(caller.service.db, id)}}}`);
	}),
};
