import type { Progress } from '../../../../src/insights/index.ts';
import type { Session } from '../../session.ts';

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

type Stop = Pick<Progress, 'stoppedBy' | 'resumeAt'>;

/** Why a job stopped, and how to go on. */
function stopWords({ stoppedBy, resumeAt }: Stop): string {
	switch (stoppedBy) {
		case 'budget':
			return 'this run may make no more requests. Allow more under “Requests and Credits”, or ask for less at once';
		case 'limit':
			return `the requests of this hour are used up. Run it again ${resumeAt === null ? 'later' : `at ${resumeAt}`}`;
		case 'failures':
			return 'too many requests failed. Run it again in some minutes';
		case null:
			return 'some could not be read';
	}
}

/** Says that something was left out, why, and when to go on. */
export function hintLeftOut(session: Session, what: string, stop: Stop): void {
	session.hint(`Not everything is in here: ${what}, because ${stopWords(stop)}.`);
}

/** How many meetings were not read, in words. */
export function leftOut({ left: { meetings, unlisted }, failed }: Progress): string {
	const count = meetings.length + (unlisted ?? 0) + failed.length;
	if (unlisted === null) return count > 0 ? `at least ${many(count, 'meeting')} left out` : 'meetings left out';
	return `${many(count, 'meeting')} left out`;
}

/** What a person should know of a job over many meetings that its items do not say. */
export function hintProgress(session: Session, progress: Progress): void {
	if (!progress.complete) hintLeftOut(session, leftOut(progress), progress);
	const without = progress.withoutKeyPoints.length;
	if (without === 0) return;
	session.hint(
		`${many(without, 'meeting')} had no saved key points, so nothing of ${without === 1 ? 'it' : 'them'} is in here. Key Points “Get or Generate” makes them, for one AI credit a meeting.`,
	);
}
