import type { Kind } from './remarks.ts';
import type { TextLine } from './textLine.ts';

/** A turn that starts on a line. */
export interface Start {
	/** Null if the file doesn't say, or leaves it in doubt. */
	readonly speaker: string | null;
	/** What is said on the line itself. */
	readonly text: string;
	readonly time: number | null;
	/** Whether the line is no speech although nobody is named: a header that is damaged. */
	readonly isLeftOut?: boolean;
	/** What the person who imports the file is told about the line, and which words of it are quoted. */
	readonly note?: Kind | undefined;
	readonly quote?: string;
}

/** Where the names of a text are, and so where its turns start. Other lines continue the turn above. */
export interface Layout {
	readonly kind: 'headers' | 'apart' | 'labels' | 'names' | 'timed' | 'none';
	readonly starts: ReadonlyMap<TextLine, Start>;
	/** Times that belong to a turn that starts on another line. */
	readonly used: ReadonlySet<TextLine>;
	/** How names and times on one line are written. */
	readonly style?: string;
	/** Whether turns have times. */
	readonly areTimed: boolean;
}
