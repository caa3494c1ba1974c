import fc from 'fast-check';
import { isSameAddress, spelledAlike } from '../../../src/triggers/register/address.ts';

const OWN = 'https://N8N.example.com/base/webhook/3f0c-aA/meeting-assistant';

test.each([
	'https://n8n.example.com/base/webhook/3f0c-aA/meeting-assistant',
	'HTTPS://n8n.EXAMPLE.com:443/base/webhook/3f0c-aA/meeting-assistant/',
	'https://n8n.example.com/base/webhook/3f0c-aA/meeting-assistant#top',
	'https://n8n.example.com/base/../base/./webhook/3f0c-aA/meeting-assistant',
	' https://n8n.example.com/base/webhook/3f0c-aA/meeting-assistant ',
])('%s is the same address', (url) => {
	expect(isSameAddress(url, OWN)).toBe(true);
	expect(isSameAddress(OWN, url)).toBe(true);
});

test.each([
	undefined,
	'',
	'nonsense',
	'http://n8n.example.com/base/webhook/3f0c-aA/meeting-assistant',
	'https://n8n.example.com:8443/base/webhook/3f0c-aA/meeting-assistant',
	'https://n8n.example.com.evil.example/base/webhook/3f0c-aA/meeting-assistant',
	'https://n8n.example.com/base/webhook/3f0c-AA/meeting-assistant',
	'https://n8n.example.com/base/webhook/3f0c-aA%2Fmeeting-assistant',
	'https://n8n.example.com/base/webhook/3f0c-aA/meeting-assistant?copy=1',
	'https://other@n8n.example.com/base/webhook/3f0c-aA/meeting-assistant',
])('%s is a different address', (url) => {
	expect(isSameAddress(url, OWN)).toBe(false);
});

test.each([
	['https://a.example/x', 'https://a.example/x'],
	['https://a.example/x//', 'https://a.example/x'],
	['https://a.example//x/', 'https://a.example//x'],
	['https://me@a.example/x?y=1#z', 'https://me:@a.example/x?y=1'],
	['not a url', 'not a url'],
])('%s is spelled %s', (url, spelled) => {
	expect(spelledAlike(url)).toBe(spelled);
});

test('a character is the same whether it is encoded or not', () => {
	expect(isSameAddress('https://a.example/%C3%BC', 'https://a.example/ü')).toBe(true);
});

test('whatever a service lists, comparing never throws, and a text is the same as itself', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), fc.string(), (one, other) => {
			expect(isSameAddress(one, one)).toBe(true);
			expect(isSameAddress(one, other)).toBe(isSameAddress(other, one));
		}),
	);
});
