import { fieldsOf, listOf, oneLine, type Fields } from '../read.ts';

/** Where to join the call: either provider's field, else a location that is an address. Only https: people click it. */
export function joinUrlOf(event: Fields): string | null {
	const video = listOf(fieldsOf(event.conferenceData).entryPoints)
		.map(fieldsOf)
		.find(({ entryPointType }) => entryPointType === 'video');
	const candidates = [
		event.hangoutLink,
		video?.uri,
		fieldsOf(event.onlineMeeting).joinUrl,
		event.onlineMeetingUrl,
		event.location,
		fieldsOf(event.location).displayName,
	];
	return candidates.map(oneLine).find((url) => /^https:\/\/\S+$/.test(url) && URL.canParse(url)) ?? null;
}
