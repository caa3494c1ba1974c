import { boolean, text } from '../../forms/index.ts';
import { cursorAfter, type Place, refuseChanged } from '../cursor.ts';
import type { TextFile } from '../operation.ts';

/** Fields for getting a text as a file too, shown for these output formats. */
export const fileFields = (formats: readonly string[]) => ({
	asFile: boolean({
		label: 'Also Return as File',
		default: false,
		description: 'Whether to also return the text as a file, for example to attach or upload it',
		showWhen: { format: formats },
		audience: 'people',
	}),
	fileField: text({
		label: 'Put Output File in Field',
		name: 'binaryPropertyName',
		default: 'data',
		example: 'data',
		hint: 'The name of the output field to put the file in',
		showWhen: { format: formats, asFile: [true] },
		audience: 'people',
	}),
});

/** The fields of files, which only some platforms pass from step to step. */
export const FILE_FIELDS: readonly string[] = ['asFile', 'fileField'];

interface Wanted {
	readonly asFile: boolean;
	readonly fileField: string;
}

interface Named {
	readonly name: string;
	readonly extension: string;
	readonly mimeType: string;
}

/** The file, if requested. Its name keeps letters of every script, but no characters that are special in a path. */
export function fileOf({ asFile, fileField }: Wanted, content: string, named: Named): TextFile | undefined {
	if (!asFile) return undefined;
	const { name, extension, mimeType } = named;
	const safe = name.replace(/[^\p{L}\p{N}\p{M} _()-]+/gu, '_').trim().slice(0, 100) || 'file';
	return { field: fileField.trim(), fileName: `${safe}.${extension}`, mimeType, text: content };
}

/** Characters of a text that an AI agent reads at once, unless it asks for another number. */
export const MAX_CHARACTERS = 20_000;

interface TextPart {
	readonly text: string;
	/** Present if the text goes on: how much of it was returned so far. */
	readonly cut?: string;
	readonly next?: string;
}

/** A text for an AI agent, whose context is limited: from this place on, up to the last line break that fits. */
export function textPart(text: string, place: Partial<Place>, max = MAX_CHARACTERS): TextPart {
	const { skip = 0 } = place;
	refuseChanged(text.slice(0, skip), place);
	if (text.length - skip <= max) return { text: text.slice(skip) };
	const lineEnd = text.lastIndexOf('\n', skip + max) + 1;
	const end = lineEnd > skip ? Math.min(lineEnd, skip + max) : skip + max;
	const cut = `These are characters ${skip + 1} to ${end} of ${text.length}.`;
	return { text: text.slice(skip, end).trimEnd(), cut, next: cursorAfter(end, text.slice(0, end)) };
}
