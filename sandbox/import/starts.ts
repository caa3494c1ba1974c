import type { Kind } from './remarks.ts';
import type { TextLine } from './textLine.ts';

/** A turn that starts on a line. */
export interface Start {
	/** Null if the file doesn't say, or leaves it in doubt. */
	readonly speaker: string | null;
	/** The words on the line itself. */
	readonly text: string;
	readonly time: number | null;
	/** Whether the line is not speech although it names nobody, for example a damaged header. */
	readonly isLeftOut?: boolean;
	/** The remark about the line for the person who imports the file, and which of its words to quote. */
	readonly note?: Kind | undefined;
	readonly quote?: string;
}

/** Where a text has its names, and therefore where turns start. Other lines continue the turn above. */
export interface Layout {
	readonly kind: 'headers' | 'apart' | 'labels' | 'names' | 'timed' | 'none';
	readonly starts: ReadonlyMap<TextLine, Start>;
	/** Times that belong to a turn that starts on another line. */
	readonly used: ReadonlySet<TextLine>;
	/** The style of lines with names and times. */
	readonly style?: string | undefined;
	/** Whether turns have times. */
	readonly areTimed: boolean;
	/** Whether each turn is a message that begins with its date, so that no other line is the start of one. */
	readonly areDated: boolean;
}
