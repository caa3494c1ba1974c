import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod/v4';
import { eventNames } from '../../src/api/index.ts';
import { include, madeUpItems } from '../../src/triggers/index.ts';

const TRIGGER = 'n8n-nodes-meeting-assistant.meetingAssistantTrigger';

const Trigger = z.object({
	type: z.literal(TRIGGER),
	name: z.string(),
	parameters: z.object({ events: z.array(z.string()).transform((chosen) => eventNames.filter((name) => chosen.includes(name))), include: z.array(z.string()).default(z.array(z.string()).parse(include.initial)) }),
});
const Workflow = z.looseObject({ nodes: z.array(z.unknown()), connections: z.unknown(), settings: z.unknown() });

/** An example with made-up events pinned to its instant triggers, so that it can be tried before anything happens. */
function withPins(path: string): string {
	const { nodes, connections, settings, pinData: _, ...rest } = Workflow.parse(JSON.parse(readFileSync(path, 'utf8')));
	const triggers = nodes.flatMap((node) => Trigger.safeParse(node).data ?? []);
	const pinData = Object.fromEntries(triggers.map(({ name, parameters }) => [name, parameters.events.flatMap((event) => madeUpItems(event, parameters.include)).map((json) => ({ json }))]));
	return `${JSON.stringify({ ...rest, nodes, pinData, connections, settings }, null, '\t')}\n`;
}

/** The examples that wait for an event. A polling trigger shows the newest real one instead. */
export const pinnedExamples: Readonly<Record<string, () => string>> = Object.fromEntries(
	readdirSync('examples')
		.map((file) => `examples/${file}`)
		.filter((path) => path.endsWith('.json') && readFileSync(path, 'utf8').includes(`"${TRIGGER}"`))
		.map((path) => [path, () => withPins(path)]),
);
