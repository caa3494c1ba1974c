import { exampleFlows } from '../../scripts/node-red/examples.ts';
import { welcome } from '../../scripts/node-red/welcome.ts';
import { colorsOf } from '../../packages/rehearsal/terminal.ts';

const account = { baseUrl: 'http://127.0.0.1:1882', publicUrl: 'http://127.0.0.1:1880', credentials: { apiKey: 'svc_1' } };
const text = welcome({ url: account.publicUrl, serviceUrl: account.baseUrl, data: '/home/nora/.local/share/x' }, colorsOf({ colors: false }));

test('the welcome says where meetings come from, in 80 columns', () => {
	for (const part of [account.publicUrl, account.baseUrl, 'import a meeting']) expect(text).toContain(part);
	expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

test('it names flows that there are', () => {
	const tabs = exampleFlows(account).flatMap(({ type, label, disabled }) => (type === 'tab' && !disabled ? [label] : []));
	const named = [...text.matchAll(/“(.+?)”/g)].map(([, name]) => name);
	expect(named.length).toBeGreaterThan(0);
	expect(tabs).toEqual(expect.arrayContaining(named));
});

test('its account has all that the editor saves, so opening it changes nothing', () => {
	const [saved] = exampleFlows(account);
	expect(saved).toEqual({ id: expect.any(String), type: 'meeting-assistant-account', name: 'Meeting assistant', allowHttp: false, headerPrefix: '', ...account });
});
