import { coloursOf } from '../../scripts/demo/layout.ts';
import { USAGE } from '../../scripts/n8n/arguments.ts';
import { welcome } from '../../scripts/n8n/welcome.ts';

const plain = coloursOf({ colours: false, width: 80 });
const facts = { url: 'http://127.0.0.1:5678', serviceUrl: 'http://127.0.0.1:5680', data: '/home/nora/.local/share/x', seconds: 12.3 };

test('everything needed to sign in is said', () => {
	const text = welcome(facts, plain);
	for (const part of ['http://127.0.0.1:5678', 'owner@example.com', 'Password123', '12 s']) expect(text).toContain(part);
});

test.each([['the welcome', welcome(facts, plain)], ['the help', USAGE]])('%s fits a terminal of 80 columns', (_what, text) => {
	expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
