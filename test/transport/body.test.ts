import { PassThrough } from 'node:stream';
import { readText } from '../../src/transport/index.ts';

test('a body that is closed before its end is no answer, and one that ended is whole', async () => {
	const cut = new PassThrough();
	cut.write('{"data":');
	const read = readText(cut, {});
	// Like a connection that breaks: without an error.
	cut.destroy();
	await expect(read).rejects.toMatchObject({ name: 'NoAnswer', reason: 'reset' });
	await expect(readText(cut, {})).rejects.toMatchObject({ reason: 'reset' });

	const whole = new PassThrough();
	whole.end('{}');
	expect(await readText(whole, {})).toBe('{}');
}, 5000);
