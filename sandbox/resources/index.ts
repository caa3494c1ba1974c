import type { Api, Endpoint } from '../../src/api/index.ts';
import { calendar } from './calendar.ts';
import { contacts } from './contacts.ts';
import { conversations } from './conversations.ts';
import { email } from './email.ts';
import { feedback } from './feedback.ts';
import { keyPoints } from './keyPoints.ts';
import { question } from './question.ts';
import type { Route } from './route.ts';
import { transcript } from './transcript.ts';
import { user } from './user.ts';
import { webhooks } from './webhooks.ts';

type RoutesOf<R> = { readonly [N in keyof R]: R[N] extends Endpoint ? Route<R[N]> : never };

type Handlers = { readonly [R in keyof Api]: RoutesOf<Api[R]> };

/** One route for each endpoint of the table. If one is missing, this does not compile. */
const byResource: Handlers = {
	conversations,
	transcript,
	keyPoints,
	feedback,
	question,
	email,
	contacts,
	calendar,
	user,
	webhooks,
};

export const routes: readonly Route[] = Object.values(byResource).flatMap((resource): Route[] =>
	Object.values(resource),
);
