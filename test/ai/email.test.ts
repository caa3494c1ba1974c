import { extractiveAi } from '../../sandbox/ai/index.ts';
import { tones } from '../../src/api/conversation.ts';
import { chatter, launch, meetingOf } from './meetings.ts';

const german = meetingOf(`
Anna: Heute geht es um den Start der neuen Plattform und um den Preis für die Kunden.
Bob: Die Kunden mögen die Übersicht, und der Export ist für die großen Konten zu langsam.
Anna: Wir haben beschlossen, den Preis bei neunundvierzig Euro zu lassen.
Bob: Ich schicke dir das Angebot bis Freitag.
Anna: Die Messe findet am 20. März statt.
`);
const french = meetingOf(`
Anna: Aujourd'hui nous parlons du lancement de la nouvelle plateforme et du prix pour les clients.
Bob: Les clients aiment le tableau de bord, mais l'export est trop lent pour les grands comptes.
`);

it.each(tones)('addresses the recipient in a %s tone, signs, and contains every quote it lists', async (tone) => {
	const { subject, body, keyPoints, actionItems } = await extractiveAi.email(launch, { tone, recipientName: 'Tom', senderName: 'Anna Keller' });
	expect(subject).toContain('Launch review');
	expect(body.split('\n')[0]).toMatch(/\bTom,$/);
	expect(body.trimEnd()).toMatch(/\nAnna Keller$/);
	expect([...keyPoints, ...actionItems].filter((line) => !body.includes(line))).toEqual([]);
	expect(actionItems).toContain("Tom Reyes: I'll send you the test results by Friday.");
});

it('has three different tones, with concise the shortest', async () => {
	const written = await Promise.all(tones.map(async (tone) => (await extractiveAi.email(launch, { tone, senderName: 'Anna' })).body));
	const [professional = '', casual = '', concise = ''] = written;
	expect(new Set(written).size).toBe(3);
	expect(professional).toMatch(/^Hello,\n/);
	expect(concise.length).toBeLessThan(Math.min(professional.length, casual.length));
});

it.each(tones)('announces no notes if there are none, in a %s tone', async (tone) => {
	const { body } = await extractiveAi.email(meetingOf('Anna: Hi.\nBob: Hello.'), { tone, senderName: 'Anna' });
	expect(body).not.toMatch(/notes|took|missing|wrong/);
	expect(body).toContain('Anna');
});

it('lists a sentence with two dates once', async () => {
	const { body } = await extractiveAi.email(meetingOf('Anna: The draft is due on Friday, and the final version is due on March 20th.\nBob: Fine.'), { tone: 'professional', senderName: 'Anna' });
	expect(body).toContain('- 6 March 2026, 20 March 2026 – Anna: The draft is due');
});

it.each([['professional', 'What was said'], ['casual', 'What came up'], ['concise', 'Noted']] as const)('has a single heading if it only quotes, in a %s tone', async (tone, heading) => {
	const meeting = meetingOf('Anna: The export of the depot is slow for the large accounts of the region.\nBob: The price of the export is the same for the small accounts of the region.');
	const { body } = await extractiveAi.email(meeting, { tone, senderName: 'Anna' });
	expect(body).toContain(`${heading}\n- Anna: The export`);
	expect(body).not.toMatch(/Also said|What else/);
});

it.each(tones)('claims nothing that it has not found, in a %s tone', async (tone) => {
	for (const meeting of [chatter, meetingOf('Anna: Hi.\nBob: Hello.')]) {
		const { body, actionItems } = await extractiveAi.email(meeting, { tone, senderName: 'Anna' });
		expect(actionItems).toEqual([]);
		expect(body.split('\n').filter((line) => !line.startsWith('- ')).join('\n')).not.toMatch(/\bno\b|nothing|none|decision|action|decided|to do|settled|who does|dates/i);
	}
});

it.each([
	['professional', ['Guten Tag Bob,', 'am 4. März 2026', 'Entscheidungen\n- Anna: Wir haben', 'Aufgaben\n- Bob: Ich schicke', 'Termine\n- 20. März 2026 – Anna: Die Messe', 'Mit freundlichen Grüßen\nAnna']],
	['casual', ['Hallo Bob,', 'Was wir vereinbart haben\n- Anna: Wir haben', 'Wer was macht\n- Bob: Ich schicke', 'Viele Grüße\nAnna']],
	['concise', ['Bob,', 'Beschlossen\n- Anna: Wir haben', 'Zu tun\n- Bob: Ich schicke']],
] as const)('writes about a German meeting in German, in a %s tone', async (tone, parts) => {
	const { subject, body } = await extractiveAi.email(german, { tone, recipientName: 'Bob', senderName: 'Anna' });
	expect(parts.filter((part) => !body.includes(part))).toEqual([]);
	expect(subject).toMatch(/^(?:Zusammenfassung: |Kurzfassung: )?Launch review(?:: kurzer Rückblick)?$/);
	expect(body).not.toMatch(/\b(?:the|you|for|and|who|what)\b/i);
});

it.each(tones)('announces no notes of a German meeting if there are none, in a %s tone', async (tone) => {
	const { body } = await extractiveAi.email(meetingOf('Anna: Hallo, wie geht es dir?\nBob: Gut, und dir?'), { tone, senderName: 'Anna' });
	expect(body).not.toMatch(/Notizen|mitgenommen|fehlt|falsch|Entscheidung|Aufgabe|Termin/);
	expect(body).toMatch(tone === 'concise' ? /^Anna$/ : /Grüßen?\nAnna$/);
});

it('writes about a meeting in a language it does not know in English', async () => {
	expect((await extractiveAi.email(french, { tone: 'professional', senderName: 'Anna' })).body).toMatch(/^Hello,\n[\s\S]*Kind regards,\nAnna$/);
});
