import { ClientError } from '../client/index.ts';
import type { ConversationOptions, Progress } from './conversations.ts';
import type { ListedById } from './readList.ts';
import { askForResult } from './results.ts';
import type { Round } from './round.ts';
import { due, later, type Watched } from './watch.ts';

const isLimit = (error: unknown): boolean => error instanceof ClientError && error.problem.kind === 'rateLimited';

function replace(progress: Progress, entry: Watched, next: Watched | null): void {
	const watched = progress.state.watched.flatMap((other) => (other === entry ? (next ?? []) : other));
	progress.state = { ...progress.state, watched };
}

/** Asks for the results that are due, as many as the round allows and there is room for. Throws `ClientError`. */
export async function askDue(
	progress: Progress,
	listed: ListedById,
	{ room }: ConversationOptions,
	round: Round,
	now: number,
): Promise<void> {
	const putOff = (entry: Watched, isOld: boolean): void => {
		const next = later(entry, now);
		replace(progress, entry, next && { ...next, isOld });
		if (!next) progress.givenUp = [...progress.givenUp, entry];
	};
	for (const entry of due(progress.state.watched, now)) {
		if (room?.isLeft() === false || !round.take()) return;
		try {
			const happening = await askForResult(round.client, entry, listed.get(entry.id) ?? null);
			if (!happening) {
				putOff(entry, false);
				continue;
			}
			replace(progress, entry, null);
			if (entry.isOld) continue;
			room?.take(happening);
			progress.told = [...progress.told, happening];
		} catch (error) {
			// One that fails every time must not keep the others from their turn; a limit is nobody's fault.
			if (!isLimit(error)) putOff(entry, entry.isOld);
			throw error;
		}
	}
}
