import { n8nSchema } from './n8nSchema.ts';
import { outputs } from './outputs.ts';

/** Where n8n looks for them: beside the node, by the node's version. */
export const SCHEMA_FOLDER = 'nodes/MeetingAssistant/__schema__/v1.0.0';

/** The output schemas by path, each as it is when asked for. */
export const schemaFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
	Object.entries(outputs).flatMap(([resource, operations]) =>
		Object.entries(operations).map(([operation, output]) => [
			`${SCHEMA_FOLDER}/${resource}/${operation}.json`,
			() => `${JSON.stringify({ ...n8nSchema(output), version: 1 }, null, '\t')}\n`,
		]),
	),
);
