export interface TranscriptOptions {
	/** Joins consecutive lines of one speaker. Lines of an unknown speaker may be of several people and stay apart. */
	readonly mergeSpeakers?: boolean;
	/** Names to show, by the service's speaker; wins over all names below. */
	readonly speakerNames?: Readonly<Record<string, string>>;
	/** Shown for `local`, who is the user. Default `Me`. */
	readonly userName?: string;
	/** Shown for `remote`. Default `Other participant`. */
	readonly otherName?: string;
	/** Shown where the service names no speaker. Default: no name. */
	readonly unknownName?: string;
	/** When the conversation started, ISO 8601: times count from here. Default: from the first segment. */
	readonly startTime?: string;
}

export interface TranscriptTextOptions extends TranscriptOptions {
	/** Before each line: time since the start (default), time of day, or nothing. */
	readonly times?: 'elapsed' | 'clock' | 'none';
	/** IANA name, for the time of day. Default `UTC`. Another name throws `RangeError`. */
	readonly timeZone?: string;
}
