import { boolean, text } from './field.ts';
import type { TextFile } from './operation.ts';

/** Fields for a text that people may want as a file, shown where the output has one of these formats. */
export const fileFields = (formats: readonly string[]) => ({
	asFile: boolean({
		label: 'Also as File',
		default: false,
		description: 'Whether to also put the text into a file, to attach or upload it',
		showWhen: { format: formats },
		audience: 'people',
	}),
	fileField: text({
		label: 'Put Output File in Field',
		name: 'binaryPropertyName',
		default: 'data',
		example: 'data',
		hint: 'The name of the output binary field to put the file in',
		showWhen: { format: formats, asFile: [true] },
		audience: 'people',
	}),
});

interface Wanted {
	readonly asFile: boolean;
	readonly fileField: string;
}

interface Named {
	readonly name: string;
	readonly extension: string;
	readonly mimeType: string;
}

/** The file, where one is asked for. Names keep letters of every script, and nothing that is special in a path. */
export function fileOf({ asFile, fileField }: Wanted, content: string, named: Named): TextFile | undefined {
	if (!asFile) return undefined;
	const { name, extension, mimeType } = named;
	const safe = name.replace(/[^\p{L}\p{N}\p{M} _()-]+/gu, '_').trim().slice(0, 100) || 'file';
	return { field: fileField.trim(), fileName: `${safe}.${extension}`, mimeType, text: content };
}
