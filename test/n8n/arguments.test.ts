import { parseArguments } from '../../scripts/n8n/arguments.ts';
import { parseArguments as ofNodeRed } from '../../scripts/node-red/arguments.ts';
import { UserError } from '../../packages/rehearsal/terminal.ts';

test('without arguments, n8n’s default port is used and data is kept', () => {
	expect(parseArguments([])).toEqual({ help: false, port: 5678, queue: false, reset: false, yes: false });
});

test('parses all options', () => {
	expect(parseArguments(['--port', '5800', '--queue', '--reset', '-y'])).toEqual({ help: false, port: 5800, queue: true, reset: true, yes: true });
});

test.each([['--port=http'], ['--port=80'], ['--port=65535'], ['--port='], ['--port=1e4']])('%s is not a valid port', (word) => {
	expect(() => parseArguments([word])).toThrow(/Invalid port .*: use a number from 1024 to 65524/);
});

test.each([['--prot'], ['now']])('%s is refused with a pointer to --help', (word) => {
	expect(() => parseArguments([word])).toThrow(UserError);
	expect(() => parseArguments([word])).toThrow(/Try npm run n8n -- --help/);
});

test('Node-RED’s start takes and refuses the same', () => {
	expect(ofNodeRed(['--reset'])).toEqual({ help: false, port: 1880, reset: true });
	expect(() => ofNodeRed(['--port=80'])).toThrow(/Invalid port 80: use a number from 1024/);
	expect(() => ofNodeRed(['--prot'])).toThrow(/Unknown option '--prot'. Try npm run node-red -- --help/);
});
