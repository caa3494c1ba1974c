export type Format = 'vtt' | 'srt' | 'json' | 'plain';

const TIMING = /-->/;
const CUE_NUMBER = /^\d+$/;
const EXTENSION = /\.(vtt|srt|json|txt)$/i;
const BY_EXTENSION: Readonly<Record<string, Format>> = { vtt: 'vtt', srt: 'srt', json: 'json', txt: 'plain' };

/** How a file is written: its first line decides, and only when that says nothing, the file's extension. */
export function formatOf(lines: readonly string[], filename: string): Format {
	const [first = '', second = ''] = lines.filter((line) => line !== '');
	if (/^WEBVTT(\s|$)/.test(first)) return 'vtt';
	if (/^\s*\{|^\s*\[\s*(\{|\]|$)/.test(first)) return 'json';
	if (CUE_NUMBER.test(first) && TIMING.test(second)) return 'srt';
	const extension = EXTENSION.exec(filename)?.[1]?.toLowerCase() ?? '';
	return BY_EXTENSION[extension] ?? (TIMING.test(first) ? 'srt' : 'plain');
}
