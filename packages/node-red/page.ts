import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forms, help } from './form.ts';
import { terms } from './terms.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

const row = (id: string, label: string, icon: string, more = ''): string =>
	`<div class="form-row"><label for="${id}"><i class="fa fa-${icon}"></i> ${label}</label> <input type="text" id="${id}"${more}></div>`;

const hint = (words: string): string => `<div class="form-row meeting-assistant-help" style="margin: -6px 0 12px 104px">${words}</div>`;

const account = `${row('node-config-input-name', 'Name', 'tag')}
<div class="form-row"><label for="node-config-input-apiKey"><i class="fa fa-key"></i> API Key</label> <input type="password" id="node-config-input-apiKey"></div>
${hint('In the desktop app, open Settings, then API Keys, then Create New Key.')}
${row('node-config-input-baseUrl', 'Base URL', 'globe', ' placeholder="https://api.example.com"')}
${hint('The address of the service, without a path.')}
<div class="form-row"><label></label> <button type="button" class="red-ui-button" id="meeting-assistant-test">Test</button><span id="meeting-assistant-tested" role="status"></span></div>
${row('node-config-input-publicUrl', 'Public URL', 'share', ' placeholder="https://node-red.example.com"')}
${hint('The address at which the service reaches this Node-RED. Only meeting event nodes need it.')}
<div class="form-row"><label></label> <input type="checkbox" id="node-config-input-allowHttp" style="width: auto; margin: 0 6px 0 0"><label for="node-config-input-allowHttp" style="width: auto">${terms.allowHttp}</label></div>
${hint('Whether to accept a base URL with http://. The API key is then sent unencrypted.')}
${row('node-config-input-headerPrefix', 'Header Prefix', 'code')}
${hint('Advanced: the prefix of the headers of deliveries. Change it only if your provider tells you to.')}`;

const shared = `${row('node-input-name', 'Name', 'tag')}
${row('node-input-account', 'Account', 'user')}`;

const menu = (name: string, label: string, icon: string): string =>
	`<div class="form-row"><label for="node-input-${name}"><i class="fa fa-${icon}"></i> ${label}</label> <select id="node-input-${name}" style="width: 70%"></select></div>`;

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

/** What Node-RED’s editor loads. */
export const page = (): string =>
	[
		`<style>\n${read('editor.css')}</style>`,
		...Object.entries(templates).map(([type, html]) => `<script type="text/html" data-template-name="${type}">\n${html}\n</script>`),
		...Object.entries(help).map(([type, html]) => `<script type="text/html" data-help-name="${type}">\n${html}\n</script>`),
		`<script type="text/javascript">\n${read('editor.js').replace('FORMS', () => JSON.stringify(forms).replaceAll('<', '\\u003c'))}</script>`,
	].join('\n');
