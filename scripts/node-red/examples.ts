import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v4';
import type { FlowNode } from './host.ts';
import { PACKAGE } from './install.ts';

const Example = z.array(z.looseObject({ id: z.string(), type: z.string() }));

/** It posts to an address that has to be filled in first. */
const UNREADY = 'Slack alert';

interface Account {
	readonly baseUrl: string;
	readonly publicUrl: string;
	readonly credentials: { readonly apiKey: string };
}

/** The examples as people import them, with an account that they share. */
export function exampleFlows(account: Account): FlowNode[] {
	const id = randomBytes(8).toString('hex');
	const prepared = (node: FlowNode): FlowNode => {
		if (node.type.startsWith('meeting-assistant')) return { ...node, account: id };
		return node.type === 'tab' && node['label'] === UNREADY ? { ...node, disabled: true } : node;
	};
	const nodes = globSync('*.json', { cwd: join(PACKAGE, 'examples') })
		.sort()
		.flatMap((file) => Example.parse(JSON.parse(readFileSync(join(PACKAGE, 'examples', file), 'utf8'))));
	// All that the editor saves: it marks a form as changed once anything is added.
	return [{ id, type: 'meeting-assistant-account', name: 'Meeting assistant', allowHttp: false, headerPrefix: '', ...account }, ...nodes.map(prepared)];
}
