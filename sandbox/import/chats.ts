import { MOSTLY } from './names.ts';
import { hourOfDay } from './times.ts';

/** When a message was sent, as messengers write it in many languages: `04.03.2026 14.02 - `, `[3/4/26, 2:02:01 p. m.] `, `2026. 3. 4. 오후 2:02, `. */
const SENT = /^\[?(\d{1,4})([./年년-])\s?(\d{1,2})[./月월-]\s?(\d{1,4})(?!\d)(\D{1,9}?)(\d{1,2})[.:](\d\d)(?:[.:](\d\d))?(?:\s?([^\d\s:\]–-][^\d:\]]{0,6}?))?(?:\]|\s[-–]|,(?=\s[^:]{1,60}\s:\s))\s(?=\S)/u;
const MORNING = /^[\s,.일日]*(?:a\.?\s?m|π\.\s?μ|오전|上午|午前|ص)/iu;
const AFTERNOON = /^[\s,.일日]*(?:p\.?\s?m|μ\.\s?μ|오후|下午|午後|م)/iu;
/** `10:02:11 From Ann Lee to Everyone:`, in newer ones after the date, is how Zoom’s chat names who writes. */
const FROM = /^((?:20\d\d-\d\d-\d\d\s)?[\d:]+)\s+From\s+(\S.{0,80}?)(?:\s+[Tt]o\s+(?:Everyone|[^:]{1,80}(\((?:[Dd]irect [Mm]essage|[Pp]rivately)\))))?\s*:(?=\s|$)/;
const TIMED = /^\[?(?:20\d\d-\d\d-\d\d\s)?\d{1,2}:\d\d/;
/** Whether a message of Zoom’s chat went to one person. */
export const isPrivate = (line: string): boolean => FROM.exec(line)?.[3] !== undefined;
/** What Zoom writes above an answer to a message, behind a name. */
const REPLY = ' Replying to ';

/**
 * The lines of Zoom’s chat with each message behind who wrote it, `[10:02:11] Ann Lee: …`, so that no other colon in it names anybody.
 * The lines of other files as they are.
 */
export function withMessages(lines: readonly string[]): readonly string[] {
	const timed = lines.filter((line) => TIMED.test(line));
	if (timed.length === 0 || timed.filter((line) => FROM.test(line)).length < timed.length * MOSTLY) return lines;
	const written: string[] = [];
	let from = '';
	let at = -1;
	for (const line of lines) {
		const [whole = '', time, name] = FROM.exec(line) ?? [];
		const text = line.slice(whole.length).trim();
		if (name !== undefined) from = `[${time}] ${name}:`;
		if (name !== undefined || (text !== '' && written[at]?.startsWith(REPLY, from.length))) at = written.push(`${from} ${text}`.trim()) - 1;
		else {
			if (at >= 0 && text !== '') written[at] += ` ${text}`;
			written.push(at >= 0 ? '' : line);
		}
	}
	return written;
}

/** A line as other transcripts have it, `[04.03.2026 14:02] Ann Lee: …`, if a chat wrote it another way. */
export const chatLine = (line: string): string =>
	line
		.replace(SENT, (_, one: string, sign: string, two: string, three: string, before: string, hour: string, minute: string, second = '00', behind = '') => {
			const date = one.length > 2 ? [one, two.padStart(2, '0'), three.padStart(2, '0')].join('-') : [one, two, three].join(sign);
			const half = [before, behind].map((said) => (MORNING.test(said) ? 'a' : AFTERNOON.test(said) ? 'p' : '')).join('');
			return `[${date} ${hourOfDay(hour, half)}:${minute}:${second}${/^(?:Z|UTC|GMT)$/.test(behind) ? 'Z' : ''}] `;
		});

/** Texts that WhatsApp inserts between messages. */
const EVENT = /^\[[^\]]*\d:\d\d[^\]]*\] (?:.*(?:end-to-end encrypted|Ende-zu-Ende-verschlüsselt|cifrados? de extremo a extremo|chiffrés? de bout en bout|criptografia de ponta a ponta)|[^:]{1,60} (?:created (?:this )?group|added|removed|left|joined|changed (?:the|this)|hat die Gruppe|hat .{1,60} hinzugefügt|hat den)\b)/i;
/** Texts that chats insert in place of a message, and what Zoom says of one beside it. */
const OMITTED = /^\[[^\]]*\d:\d\d[^\]]*\] [^:]{1,80}:\s(?:(?:Reacted|Replying) to ["“].*|Removed (?:a .{1,12} reaction from )?["“].*|<[^<>]{3,40}>|(?:image|video|audio|GIF|sticker|document|Contact card) omitted|(?:Bild|Video|Audio|Dokument|Sticker) weggelassen|(?:imagen|video|audio|documento|sticker) omitid[oa]|(?:image|vidéo|audio) (?:absente?|omise?)|This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|(?:Se eliminó este mensaje|Este mensaje fue eliminado|Eliminaste este mensaje)|(?:Ce message a été supprimé|Vous avez supprimé ce message)|(?:Esta mensagem foi apagada|Mensagem apagada))\.?$/i;

/** What chats write behind a message that its writer has changed. */
export const EDITED = /<(?:This message was edited|Diese Nachricht wurde bearbeitet|Se editó este mensaje|Ce message a été modifié|Mensagem editada|Esta mensagem foi editada)\.?>/;

/** Whether a chat wrote a line of it, and no person. */
export const isChatEvent = (line: string): boolean => EVENT.test(line) || OMITTED.test(line);
