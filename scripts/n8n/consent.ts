import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { SetupError } from './setupError.ts';

interface Terminal {
	readonly input: ReadStream;
	readonly output: WriteStream;
	readonly signal: AbortSignal;
}

const announcement = (folder: string): string => `
The first time, this installs n8n itself: about 3 GB, and some minutes. It goes
into a folder of its own, which later starts use again:

  ${folder}
`;

/** Lets whoever sits at the terminal decide. @throws SetupError when the answer is no, or nobody is there to ask. */
export async function askToInstall(folder: string, { input, output, signal }: Terminal): Promise<void> {
	output.write(`${announcement(folder)}\n`);
	if (!input.isTTY || !output.isTTY) throw new SetupError('To install it without being asked: npm run n8n -- --yes');
	const terminal = createInterface({ input, output });
	try {
		const answer = await terminal.question('Install it now? [Y/n] ', { signal });
		if (!/^(y|yes)?$/i.test(answer.trim())) throw new SetupError('Nothing was installed.');
	} finally {
		terminal.close();
	}
}
