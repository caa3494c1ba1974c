import type { WriteStream } from 'node:tty';

const ERASE_LINE = '\r\u001b[2K';

/** One line that says what is going on, replaced by the next; nothing at all where nobody watches. */
export function progressLine(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
	const write = (text: string) => {
		if (stream.isTTY) stream.write(`${ERASE_LINE}${text}`);
	};
	return { show: (text: string) => write(`… ${text}`), clear: () => write('') };
}
