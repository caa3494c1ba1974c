import { parseArguments } from '../../scripts/n8n/arguments.ts';
import { SetupError } from '../../scripts/n8n/program.ts';

test('without words, n8n’s own port, and everything is kept', () => {
	expect(parseArguments([])).toEqual({ help: false, port: 5678, queue: false, reset: false, yes: false });
});

test('every word is understood', () => {
	expect(parseArguments(['--port', '6000', '--queue', '--reset', '-y'])).toEqual({ help: false, port: 6000, queue: true, reset: true, yes: true });
});

test.each([['--port=http'], ['--port=80'], ['--port=65535'], ['--port='], ['--port=1e4']])('%s is no port', (word) => {
	expect(() => parseArguments([word])).toThrow(/A port is a number from 1024 to 65524/);
});

test.each([['--prot'], ['now']])('%s is refused, with where to look', (word) => {
	expect(() => parseArguments([word])).toThrow(SetupError);
	expect(() => parseArguments([word])).toThrow(/Try: npm run n8n -- --help/);
});
