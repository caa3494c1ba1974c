import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_HEADER_PREFIX } from '../../src/api/index.ts';
import { forms, help } from './form.ts';
import { terms } from './terms.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

const row = (id: string, label: string, icon: string, control: string, help = '', isRequired = false): string =>
	`<div class="form-row meeting-assistant-row"><label for="${id}"${isRequired ? ' class="meeting-assistant-required"' : ''}><i class="fa fa-${icon}"></i> ${label}</label><div>${control}${help && `<div class="meeting-assistant-help">${help}</div>`}</div></div>`;

const unlabelled = (control: string): string => `<div class="form-row meeting-assistant-row"><span></span><div>${control}</div></div>`;

// Node-RED takes the width of its list of accounts from here.
const input = (id: string, placeholder = '', type = 'text'): string => `<input type="${type}" id="${id}" placeholder="${placeholder}" style="width: 100%">`;

const account = [
	row('node-config-input-name', 'Name', 'tag', input('node-config-input-name')),
	row('node-config-input-apiKey', 'API Key', 'key', input('node-config-input-apiKey', '', 'password'), 'In the desktop app, open Settings, then API Keys, then Create New Key.', true),
	row('node-config-input-baseUrl', 'Base URL', 'globe', input('node-config-input-baseUrl', 'https://api.example.com'), 'The address of the service, without a path.', true),
	unlabelled('<button type="button" class="red-ui-button" id="meeting-assistant-test">Test</button><div id="meeting-assistant-tested" role="status"></div>'),
	row(
		'node-config-input-publicUrl',
		'Public URL',
		'share',
		input('node-config-input-publicUrl', 'https://node-red.example.com'),
		'The address at which the service reaches this Node-RED. Only meeting event nodes need it. They share one of the plan’s webhooks.',
	),
	'<details class="meeting-assistant-section" id="meeting-assistant-advanced"><summary>Advanced</summary>',
	unlabelled(
		`<div class="meeting-assistant-checks"><label><input type="checkbox" id="node-config-input-allowHttp"><span>${terms.allowHttp}</span><span class="meeting-assistant-help">Whether to accept a base URL with http://. The API key is then sent unencrypted.</span></label></div>`,
	),
	row('node-config-input-headerPrefix', 'Header Prefix', 'code', input('node-config-input-headerPrefix', DEFAULT_HEADER_PREFIX), 'The prefix of the headers of deliveries. Change it only if your provider tells you to.'),
	'</details>',
].join('\n');

const shared = `${row('node-input-name', 'Name', 'tag', input('node-input-name'))}
${row('node-input-account', 'Account', 'user', input('node-input-account'))}`;

const menu = (name: string, label: string, icon: string): string => row(`node-input-${name}`, label, icon, `<select id="node-input-${name}" style="width: 100%"></select>`);

const form = '<div id="meeting-assistant-fields"></div>';

const templates = {
	'meeting-assistant-account': account,
	'meeting-assistant': `${shared}
${menu('resource', 'Resource', 'folder-o')}
${menu('operation', 'Operation', 'cog')}
<div id="meeting-assistant-about" class="meeting-assistant-help"></div>
${form}`,
	'meeting-assistant-event': `${shared}\n${form}`,
	'meeting-assistant-poll': `${shared}\n${form}`,
};

/** The page that Node-RED’s editor loads. */
export const page = (): string =>
	[
		`<style>\n${read('editor.css')}</style>`,
		...Object.entries(templates).map(([type, html]) => `<script type="text/html" data-template-name="${type}">\n${html}\n</script>`),
		...Object.entries(help).map(([type, html]) => `<script type="text/html" data-help-name="${type}">\n${html}\n</script>`),
		`<script type="text/javascript">\n(() => {\nconst forms = ${JSON.stringify(forms).replaceAll('<', '\\u003c')};\n${read('editor.form.js')}${read('editor.nodes.js')}})();\n</script>`,
	].join('\n');
