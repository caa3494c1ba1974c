import { simpleProfile } from '../../src/format/index.ts';
import { Refusal } from '../../src/words/index.ts';
import { creates, searches } from './actions.ts';
import { menus } from './form.ts';
import { hydrators } from './hydrate.ts';
import { PATIENCE_MS } from './run.ts';
import { step } from './step.ts';
import { triggers } from './triggers.ts';

/** The page that explains how to create a key. There is no page to create one, because that is done in the desktop app. */
const KEY_PAGE = 'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant/blob/main/packages/zapier/README.md#connect-an-account';

const authentication = {
	type: 'custom',
	fields: [
		{
			key: 'api_key',
			label: 'API Key',
			type: 'password',
			required: true,
			helpText: `In the desktop app, open Settings, then API keys, then select Create New Key. The key is shown only once. [How to get your API key](${KEY_PAGE})`,
		},
		{
			key: 'base_url',
			label: 'Base URL',
			type: 'string',
			required: true,
			isNoSecret: true,
			placeholder: 'https://api.example.com',
			helpText: 'The address of the service, without a path.',
		},
		{
			key: 'header_prefix',
			label: 'Header Prefix',
			type: 'string',
			isNoSecret: true,
			helpText: 'Advanced: the prefix of the signature and event headers in webhook deliveries. Change it only if your provider tells you to.',
		},
	],
	test: step(async ({ connect }) => {
		const profile = simpleProfile((await connect({ patienceMs: PATIENCE_MS }).user.profile()).data);
		if (profile.email !== null || profile.plan !== null) return profile;
		throw new Refusal('Something answers at the base URL, but it is not the meeting assistant', 'Check the base URL', { code: 'not_the_service' });
	}),
	connectionLabel: '{{name}} ({{email}})',
};

/** The integration, to which the build adds its own version and that of Zapier's platform. */
export const app = {
	// Zapier's patch of `fetch` would log every answer, and with it what people said in meetings.
	flags: { cleanInputData: false, skipHttpPatch: true, skipThrowForStatus: true, throwForThrottlingEarly: false },
	authentication,
	triggers: { ...triggers, ...menus },
	searches,
	creates,
	hydrators,
};
