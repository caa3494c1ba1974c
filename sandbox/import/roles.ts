import { fold } from '../text.ts';
import { ImportError, type ParsedSegment } from './parsedMeeting.ts';

interface Cast {
	readonly segments: readonly ParsedSegment[];
	readonly notes: readonly string[];
}

/** Names for the user in recorders with two channels. */
const OWN: ReadonlySet<string> = new Set(['me', 'you']);
const OTHERS = 'them';

/**
 * Segments in the API's words for speakers (Resources, Segment): `local` for the user, `remote` for others. Names stay
 * unchanged unless the caller says who the user is, or a recorder only has `Me` and `Them`.
 * @throws ImportError if nobody in the file is called that
 */
export function cast(segments: readonly ParsedSegment[], me: string | undefined): Cast {
	const names = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
	const isOwn = (name: string): boolean => OWN.has(fold(name));
	const hasTwoChannels = names.length === 2 && names.some(isOwn) && names.some((name) => fold(name) === OTHERS);
	const user = me === undefined ? (hasTwoChannels ? names.find(isOwn) : undefined) : named(names, me);
	if (user === undefined) return { segments, notes: [] };
	const others = names.filter((name) => name !== user && name !== 'remote');
	return {
		segments: segments.map((segment) => ({ ...segment, speaker: segment.speaker && (segment.speaker === user ? 'local' : 'remote') })),
		notes: others.length === 0 || hasTwoChannels ? [] : [`Stored as “remote”, as the service does: ${others.join(', ')}.`],
	};
}

/** The speaker with this name or, if only one has it, with this word in the name. */
function named(names: readonly string[], me: string): string {
	const exact = names.filter((name) => fold(name) === fold(me));
	const partly = names.filter((name) => fold(name).split(' ').includes(fold(me)));
	const [user, ...more] = exact.length > 0 ? exact : partly;
	if (user !== undefined && more.length === 0) return user;
	const known = names.length === 0 ? 'no speaker is named' : `the speakers are ${names.join(', ')}`;
	throw new ImportError(1, `${user === undefined ? 'nobody' : 'more than one speaker'} in this file is called “${me}”; ${known}`);
}
