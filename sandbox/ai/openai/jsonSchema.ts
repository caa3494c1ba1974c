import { z } from 'zod/v4';

/** The JSON Schema of an answer as strict structured outputs want it: every field required, and no other. */
export function strictJsonSchema(schema: z.ZodType): object {
	const { $schema: _dialect, ...strict } = z.toJSONSchema(schema, {
		override: ({ jsonSchema }) => {
			if (jsonSchema.type !== 'object') return;
			jsonSchema.additionalProperties = false;
			jsonSchema.required = Object.keys(jsonSchema.properties ?? {});
		},
	});
	return strict;
}
