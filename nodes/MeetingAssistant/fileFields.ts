import { z } from 'zod/v4';
import type { Field } from './field.ts';
import type { TextFile } from './result.ts';

interface FileFields {
	readonly asFile: Field;
	readonly fileField: Field;
}

/** Fields for a text that people may want as a file, shown where the output is one of these formats. */
export const fileFields = (formats: readonly string[]): FileFields => ({
	asFile: {
		displayName: 'Also as File',
		name: 'asFile',
		type: 'boolean',
		default: false,
		description: 'Whether to also put the text into a file, to attach or upload it',
		showWhen: { format: formats },
		asTool: 'never',
	},
	fileField: {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		showWhen: { format: formats, asFile: [true] },
		asTool: 'never',
	},
});

export const FileInput = z.object({ asFile: z.boolean().default(false), fileField: z.string().trim().default('data') });

interface Named {
	readonly name: string;
	readonly extension: string;
	readonly mimeType: string;
}

/** The file that an item asks for. Names keep letters of every script, and nothing that is special in a path. */
export function fileOf(
	{ asFile, fileField }: z.output<typeof FileInput>,
	text: string,
	{ name, extension, mimeType }: Named,
): TextFile | undefined {
	if (!asFile) return undefined;
	const safe = name.replace(/[^\p{L}\p{N}\p{M} _()-]+/gu, '_').trim().slice(0, 100) || 'file';
	return { field: fileField, fileName: `${safe}.${extension}`, mimeType, text };
}
