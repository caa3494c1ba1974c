import { z } from 'zod/v4';
import { oneLine } from '../text.ts';

/** What was said or, in a table of tasks, is to do. */
export const WHAT: readonly string[] = ['what', 'was', 'que', 'quoi', 'o que'];

/** What exporters, and people, call the columns of a table and the fields of JSON, as `plainName` writes it. The first with a value counts. */
export const NAMES = {
	text: [
		...['text', 'sentence', 'transcript', 'transcription', 'utterance', 'caption', 'content', 'body', 'message', 'speech', 'words', 'dialogue', 'dialog', 'what was said', 'what they said', 'said', 'spoken text', 'spoken', 'phrase', 'quote', 'comment', 'remark', 'line', 'msg', 'txt', 'raw text', 'transcript text', ...WHAT],
		...['transkript', 'inhalt', 'nachricht', 'satz', 'gesprochen', 'gesagt', 'was gesagt wurde', 'gesagtes', 'gesprochener text', 'aussage', 'außerung', 'beitrag', 'wortlaut', 'wortbeitrag'],
		...['texto', 'transcripcion', 'mensaje', 'contenido', 'frase', 'dialogo', 'intervencion', 'texte', 'contenu', 'phrases', 'parole', 'paroles', 'propos', 'transcricao', 'mensagem', 'conteudo', 'fala'],
	],
	speaker: [
		// Whoever forwards a message did not write it.
		'forwarded from',
		...['speaker', 'speaker name', 'speaker label', 'speaker tag', 'participant', 'participant name', 'name', 'who', 'who said it', 'source', 'user profile', 'speaker id', 'speaker index', 'speaker number', 'from', 'user', 'user name', 'username', 'author', 'voice', 'person', 'sender', 'said by', 'spoken by', 'full name', 'display name', 'talker', 'spk', 'attendee', 'actor', 'character', 'participant id', 'role', 'participant type', 'channel label'],
		...['sprecher', 'sprecherin', 'anzeigename', 'sprechername', 'sprechende', 'sprechende person', 'redner', 'rednerin', 'teilnehmer', 'teilnehmerin', 'wer', 'absender', 'benutzer', 'autor', 'verfasser'],
		...['hablante', 'orador', 'oradora', 'interlocutor', 'locutor', 'participante', 'nombre', 'persona', 'quien', 'usuario', 'remitente', 'intervenant', 'intervenante', 'locuteur', 'locutrice', 'orateur', 'oratrice', 'interlocuteur', 'nom', 'personne', 'qui', 'auteur', 'expediteur', 'utilisateur', 'falante', 'nome', 'pessoa', 'quem', 'remetente'],
	],
	start: [
		...['start', 'start time', 'starttime', 'timestamp', 'time stamp', 'time', 'timecode', 'time code', 'timespan', 'time span', 'time range', 'start offset', 'start timestamp', 'start timecode', 'ts', 'begin', 'begin time', 'beginning', 'in', 'timecode in', 'in time', 'in point', 'time in', 'start date time', 'time start', 'from time', 'offset', 'at', 'when', 'clock', 't0', 'date time', 'datetime', 'created at', 'created date time', 'sent at'],
		...['startzeit', 'startzeitpunkt', 'anfangszeit', 'beginn', 'anfang', 'zeit', 'uhrzeit', 'zeitpunkt', 'zeitstempel', 'zeitmarke', 'zeitcode', 'zeitspanne', 'wann'],
		...['inicio', 'hora de inicio', 'tiempo de inicio', 'tiempo inicial', 'hora inicial', 'comienzo', 'marca de tiempo', 'codigo de tiempo', 'hora', 'tiempo', 'debut', 'heure de debut', 'temps de debut', 'horodatage', 'heure', 'temps', 'hora de inicio', 'tempo de inicio', 'tempo inicial', 'carimbo de data/hora', 'marca temporal', 'tempo', 'date', 'datum', 'fecha', 'data'],
	],
	end: [
		...['end', 'end time', 'endtime', 'end offset', 'end timestamp', 'end timecode', 'end ts', 'end date time', 'stop', 'stop time', 'out', 'timecode out', 'out time', 'out point', 'time out', 'time end', 'to time', 'finish', 't1'],
		...['endzeit', 'endzeitpunkt', 'ende', 'schluss'],
		...['fin', 'final', 'hora de fin', 'hora final', 'hora de finalizacion', 'tiempo de fin', 'tiempo final', 'heure de fin', 'temps de fin', 'fim', 'hora de fim', 'hora de termino', 'tempo de fim', 'tempo final', 'termino'],
	],
} as const;

/** Words of which one in the name of a column says what it has: `Wer spricht?`, `Name of speaker`, `Sprecher:in`, `Was wurde gesagt`. */
const TELLING = {
	speaker: /^(?:who|wer|quien|qui|quem|speakers?|speaks|speaking|spoke|participant|sprechers?|spricht|sprach|redner|redet|teilnehmer|hablante|habla|orador|locutor|locuteur|intervenant|orateur|parle|falante|fala)$/,
	text: /^(?:said|text|words|transcript|gesagt|gesprochenes|transkript|wortlaut|dicho|texto|texte|dit|dito)$/,
} as const;

/** Whether the name of a column, as `plainName` writes it, tells by one of a few words that it has this. */
export function tells(plain: string, what: keyof typeof TELLING): boolean {
	const words = plain.split(/[^\p{L}]+/u).filter((word) => word !== '');
	return words.length <= 4 && words.some((word) => TELLING[what].test(word));
}

/** `startTime`, `Start_Time`, `START TIME:` and `Start time?` are the same, as are `início` and `inicio`. */
export const plainName = (name: string): string => oneLine(name.trim().replace(/^[¿*]|[?:.*]{1,3}$/g, '').replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').replace(/[_-]+/g, ' ').normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();

const Fields = z.record(z.string(), z.unknown()).catch({});

/** The fields of an object. Other values have none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Fields.parse(value);

/** The fields of an object by their plain names. */
export const plainFields = (value: unknown): ReadonlyMap<string, unknown> => new Map(Object.entries(fieldsOf(value)).map(([name, each]) => [plainName(name), each]));

const UNIT = / ?[([]?\b(?:in )?(ms|msec|mill?is(?:econds|egundos|ekunden|econdes)?|milliseconds?|s|secs?|seconds?|sek|sekunden|segundos|secondes)\b\.?[)\]]?$/;

/** A name without the unit of its numbers, which is part of some: `start ms`, `start (seconds)`. */
export function unitIn(name: string): { readonly bare: string; readonly unitMs: 1 | 1000 | null } {
	const unit = UNIT.exec(name)?.[1];
	return { bare: name.replace(UNIT, ''), unitMs: unit === undefined ? null : unit.startsWith('m') ? 1 : 1000 };
}
