/** An invented call: twelve lines, one every 30 seconds. */
const lines = [
	['local', 'Good morning Ines, good morning Tom. Shall we start with the launch of the Lisbon office?'],
	['Ines Duarte', 'Yes. The lease is signed, and the keys come on 3 March 2026.'],
	['local', 'Very good. What is still missing?'],
	['Tom Berg', 'The network. I will order the router by Friday.'],
	['local', 'Thank you, Tom. Who talks to the bank?'],
	['Ines Duarte', 'I will send the bank the signed lease tomorrow.'],
	['local', 'We decided to open with eight desks, is that still right?'],
	['Tom Berg', 'Yes, we agreed on eight desks.'],
	['Ines Duarte', 'Eight desks, and a second meeting room later.'],
	['local', 'I will write the invitation for the opening party.'],
	['Tom Berg', 'Good. I have nothing more.'],
	['Ines Duarte', 'Nor have I. Goodbye.'],
] as const;

const stamp = (second: number): string =>
	`00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;

/** The first `count` lines of the call as WebVTT. */
export const vtt = (count: number = lines.length): string =>
	[
		'WEBVTT',
		...lines.slice(0, count).map(([speaker, text], index) => {
			return `${stamp(index * 30)} --> ${stamp(index * 30 + 30)}\n<v ${speaker}>${text}`;
		}),
	].join('\n\n');

export const firstLine = lines[0][1];
export const lineCount = lines.length;
