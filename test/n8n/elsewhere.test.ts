import { n8nElsewhere, signInElsewhere } from '../../scripts/n8n/elsewhere.ts';
import { OWNER, RestError } from '../../scripts/n8n/n8nApi.ts';

test('without N8N_URL, an n8n is started', () => {
	expect(n8nElsewhere({})).toBeNull();
	expect(n8nElsewhere({ N8N_URL: '' })).toBeNull();
});

test('N8N_URL names one that runs already, with its owner’s login', () => {
	expect(n8nElsewhere({ N8N_URL: 'http://localhost:5678/' })).toEqual({ url: 'http://localhost:5678', owner: OWNER });
	expect(n8nElsewhere({ N8N_URL: 'https://n8n.example/auto/', N8N_EMAIL: 'me@example.com', N8N_PASSWORD: 'Secret1' })).toEqual({
		url: 'https://n8n.example/auto',
		owner: { ...OWNER, email: 'me@example.com', password: 'Secret1' },
	});
});

test.each(['localhost:5678', 'n8n', 'file:///n8n'])('%s is refused', (N8N_URL) => {
	expect(() => n8nElsewhere({ N8N_URL })).toThrow('N8N_URL is not the address of an n8n');
});

test('an n8n that lacks the package, or refuses the login, is named with what to do', async () => {
	const elsewhere = { url: 'http://localhost:5678', owner: OWNER };
	const having = (...names: string[]) => ({ signIn: async () => {}, credentialTypes: async () => names.map((name) => ({ name, webhooks: [] })) });
	await signInElsewhere(having('smtp', 'meetingAssistantApi'), elsewhere);
	await expect(signInElsewhere(having('smtp'), elsewhere)).rejects.toThrow('docker/README.md');
	const refusing = { ...having(), signIn: () => Promise.reject(new RestError(401, 'no')) };
	await expect(signInElsewhere(refusing, elsewhere)).rejects.toThrow('Set N8N_EMAIL and N8N_PASSWORD');
});
