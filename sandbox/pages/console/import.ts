import { html } from 'hono/html';
import { controls } from '../../control/index.ts';
import { findConversationById } from '../../db/conversations.ts';
import { listSegments } from '../../db/segments.ts';
import { findUser } from '../../db/users.ts';
import { SandboxError } from '../../errors.ts';
import { ImportError } from '../../import/index.ts';
import type { Service } from '../../service.ts';
import type { Html } from '../document.ts';
import { speakersOf } from '../meeting.ts';
import type { Fields } from './actions.ts';
import { CONVERSATION_PATH } from './conversation.ts';

/** Imports the meeting of a submitted form. Returns its ID. @throws SandboxError that says what to do */
export async function importFromForm(service: Service, fields: Fields): Promise<string> {
	const { file = '', filename = '', text = '', title = '', owner, keyPoints } = fields;
	const given = [file, text].filter((each) => each.trim() !== '');
	if (given.length === 2) throw new SandboxError('input', 'Choose a file or paste a transcript, not both.');
	if (given.length === 0) {
		throw new SandboxError('input', filename === '' ? 'Choose a file, or paste a transcript.' : `${filename} is empty. Export the transcript again.`);
	}
	try {
		const imported = await controls.meetings.import.perform(service, {
			user: owner,
			text: given[0],
			filename: file.trim() === '' ? 'Pasted transcript' : filename,
			generateKeyPoints: keyPoints === 'yes',
			...(title.trim() !== '' && { title }),
		});
		return imported.conversationId;
	} catch (error) {
		if (!(error instanceof ImportError)) throw error;
		const reason = error.message.replace(/^line/, 'Line');
		throw new SandboxError('input', `The transcript was not imported. ${reason}.`);
	}
}

/** What was imported: the title, and who speaks. */
export function importedNotice({ db }: Service, id: string): Html | string {
	const conversation = findConversationById(db, id);
	if (conversation === undefined) return 'The meeting was imported.';
	const owner = findUser(db, conversation.userId);
	const speakers = speakersOf(listSegments(db, id), { local: owner?.name ?? 'You', remote: 'Guest' });
	return html`Imported <a href="${CONVERSATION_PATH}${id}">${conversation.title}</a>.
${speakers.length === 0 ? 'No speaker is named in it.' : `Participants: ${speakers.join(', ')}.`}`;
}
