/** What small files of each kind say, whose like was seen in the exports of real programs. The files are in the folder beside this one. */
export interface Input {
	readonly file: string;
	readonly title: string;
	readonly turns: readonly (readonly [speaker: string | null, text: string, seconds: number])[];
	readonly leftOut?: readonly string[];
	/** Beside the one that nobody is named. */
	readonly notes?: readonly string[];
	/** Where the file says it. */
	readonly startedAt?: string;
}

export const inputs: readonly Input[] = [
	{
		file: 'small-letters.txt',
		title: 'Small letters',
		turns: [['Mara Holt', 'Shall we begin?', 5], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'No.', 14]],
	},
	{
		file: 'last-first-among-others.txt',
		title: 'Last first among others',
		turns: [['Ben Brook', 'Hello all.', 3], ['Holt, Mara', 'Shall we begin?', 5], ['Ben Brook', 'Yes please.', 9], ['Pike, Jon (Ext)', 'I never agreed to that offer.', 12]],
	},
	{
		file: 'last-first.txt',
		title: 'Weekly-20260304_100000-Meeting Recording',
		turns: [['Holt, Mara', 'Shall we begin?', 5], ['Pike, Jon', 'Yes please.', 9], ['Holt, Mara', 'The offer is out.', 12]],
		leftOut: ['March 4, 2026, 10:00AM', '6m 10s'],
		startedAt: '2026-03-04T10:00:00Z',
	},
	{
		file: 'address-and-phone.txt',
		title: 'Address and phone',
		turns: [['Mara Holt', 'Shall we begin?', 5], ['jon@example.com', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['+1 555-0100', 'No.', 14], ['Mara Holt', 'Bye.', 16]],
	},
	{
		file: 'companies.vtt',
		title: 'Companies',
		turns: [['Mara Holt | Northwind | Sales', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 3.5], ['Mara Holt | Northwind | Sales', 'The offer is out.', 5.5], ['Jon Pike', 'Thanks.', 7.5], ['Bo | Acme', 'Hello all.', 9.5]],
	},
	{
		file: 'companies.txt',
		title: 'Companies',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike | Acme', 'I never agreed to that offer. Not in writing either.', 1.2], ['Mara Holt', 'The offer is out.', 5.2], ['Pike, Jon', 'Not by me.', 6.8], ['Mara Holt', 'Good.', 8]],
		notes: ['Lines 2, 5: “Jon Pike | Acme”, “Pike, Jon” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'no-duration.vtt',
		title: 'No duration',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes.', 3]],
	},
	{
		file: 'end-before-start.srt',
		title: 'End before start',
		turns: [['Mara', 'Shall we begin?', 2797.52], ['Jon', 'Yes please, all of us.', 2814.4], ['Mara', 'Good.', 2923.29]],
		notes: ['Line 10: a caption that ends before it starts; its text was kept.'],
	},
	{
		file: 'negative-start.vtt',
		title: 'Negative start',
		turns: [['Mara Holt', 'Sorry, late again.', 0], ['Jon Pike', 'No problem.', 16.246]],
		notes: ['Line 3: a time before the start of the recording; it was set to the start.'],
	},
	{
		file: 'empty-turn.txt',
		title: 'Empty turn',
		turns: [['Mara Holt', 'From the standpoint of sorry,…', 0], ['Mara Holt', 'that work is released.', 2]],
		leftOut: ['Attendees', 'Mara Holt, Jon Pike', 'Transcript', 'Jon Pike:'],
		notes: ['Line 7: a turn without words; it was left out.'],
	},
	{
		file: 'rolling.vtt',
		title: 'Rolling',
		turns: [[null, 'so the first item is', 0.16], [null, 'the budget for next year', 3.439], [null, 'and then hiring', 5.759]],
	},
	{
		file: 'empty-line-in-caption.vtt',
		title: 'Empty line in caption',
		turns: [[null, 'We should raise the floor price.', 16.246], [null, 'Agreed, that works.', 62]],
	},
	{
		file: 'no-header.vtt',
		title: 'No header',
		turns: [[null, 'We should raise the floor price.', 16.246], [null, 'Agreed, that works.', 62]],
	},
	{
		file: 'no-empty-line-between.srt',
		title: 'No empty line between',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes please.', 3.5]],
		notes: ['Lines 2, 5: “Mara”, “Jon” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'broadcast.ttml',
		title: 'Weekly',
		turns: [[null, 'Shall we begin?', 1], [null, 'Yes please.', 3], [null, 'Good.', 5]],
	},
	{
		file: 'two-actors.ass',
		title: 'Two actors',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes please.', 3.5]],
	},
	{
		file: 'named-columns.csv',
		title: 'Named columns',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 3]],
	},
	{
		file: 'times-alone.txt',
		title: 'Times alone',
		turns: [[null, 'so the first item', 0], [null, 'is the budget', 3], [null, 'and then hiring', 6]],
	},
	{
		file: 'star-after-blank.md',
		title: 'Star after blank',
		turns: [['Mara Holt', 'Let us begin.', 0], ['Jon Pike', 'Gladly.', 1.2]],
		leftOut: ['Transcript'],
		notes: ['Lines 5, 7: “Mara Holt”, “Jon Pike” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'bold-name-then-time.md',
		title: 'Bold name then time',
		turns: [['Mara Holt', 'Shall we begin?', 5], ['Jon Pike', 'Yes please.', 9]],
	},
	{
		file: 'escapes-and-rules.md',
		title: 'Escapes and rules',
		turns: [['Mara Holt', 'Alright. 5 * 3', 251], ['Jon Pike', '[laughs] Yes.', 252.6]],
		notes: ['Lines 1, 5: “Mara Holt”, “Jon Pike” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'time-behind-colon.txt',
		title: 'Time behind colon',
		turns: [['Mara Holt', 'Shall we begin?', 5], ['Jon Pike', 'Yes please.', 9]],
		notes: ['Lines 1, 2: “Mara Holt”, “Jon Pike” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'google-client-library.json',
		title: 'Google client library',
		turns: [[null, 'Hello there.', 12.3]],
	},
	{
		file: 'assemblyai-sentences.json',
		title: 'Assemblyai sentences',
		turns: [['Speaker A', 'Shall we begin?', 0.25], ['Speaker B', 'Yes please.', 2]],
	},
	{
		file: 'granola-sources.json',
		title: 'Weekly',
		turns: [['local', 'Shall we begin?', 0], ['remote', 'Yes please.', 3]],
		startedAt: '2026-03-04T10:00:00Z',
	},
	{
		file: 'aws-channels.json',
		title: 'Aws channels',
		turns: [['Channel 1', 'Hello.', 0], ['Channel 2', 'Yes', 2]],
	},
	{
		file: 'meet-entries.json',
		title: 'Meet entries',
		turns: [['Participant 1', 'Shall we begin?', 0], ['Participant 1', 'And so on.', 2]],
		startedAt: '2026-03-04T10:00:00.5Z',
	},
	{
		file: 'milliseconds-as-text.json',
		title: 'Weekly',
		turns: [['Mara Holt', 'Shall we begin?', 0.5], ['Jon Pike', 'Yes please.', 2.5]],
		startedAt: '2026-03-04T10:00:00Z',
	},
	{
		file: 'lines-with-names.json',
		title: 'Lines with names',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 2]],
		startedAt: '2026-03-04T10:00:00.5Z',
	},
	{
		file: 'sides-of-a-call.json',
		title: 'Sides of a call',
		turns: [['internal', 'Shall we begin?', 0.5], ['external', 'Yes please.', 2.5]],
	},
	{
		file: 'zoom-chat.txt',
		title: 'Zoom chat',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 4], ['Mara Holt', 'Good.', 7]],
	},
	{
		file: 'quoted-bars.csv',
		title: 'Quoted bars',
		turns: [['Ada', 'We need it; please "send" it', 1], ['Ben', 'Two lines of text | and I will not pay', 5]],
	},
	{
		file: 'blocks.json',
		title: 'Blocks',
		turns: [['Mara Holt', 'Shall we?', 1], ['Ada Quill', 'I will send the deck.', 4]],
	},
	{
		file: 'deep.json',
		title: 'Deep',
		turns: [['Mara Holt', 'Shall we?', 1.5], ['Ada Quill', 'Yes.', 3661]],
		startedAt: '2026-03-04T10:00:00Z',
	},
	{
		file: 'dates.csv',
		title: 'Dates',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes.', 2]],
		startedAt: '2026-03-04T10:00:01Z',
	},
	{
		file: 'podcast.json',
		title: 'Podcast',
		turns: [['Mara', 'Shall we begin?', 0.5], ['Jon', 'Yes.', 2]],
	},
	{
		file: 'not-a-number.json',
		title: 'Not a number',
		turns: [[null, 'Shall we begin?', 0.5]],
		notes: ['The file has numbers that JSON does not know, such as NaN. They were ignored.'],
	},
	{
		file: 'one-a-line.jsonl',
		title: 'One a line',
		turns: [['Mara Holt', 'Shall we begin?', 0.5], ['Jon Pike', 'Yes.', 2.5]],
	},
	{
		file: 'own-note.md',
		title: 'Weekly',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Other participant', 'Yes please: now.', 1], ['Mara Holt', '* star _x_', 2]],
	},
	{
		file: 'own-export.json',
		title: 'Weekly',
		turns: [['local', 'Shall we begin?', 0]],
		startedAt: '2026-03-04T10:00:00.000Z',
	},
	{
		file: 'overrides.srt',
		title: 'Overrides',
		turns: [[null, 'Shall we begin?', 1], [null, 'Yes please', 3.5]],
	},
	{
		file: 'entities.vtt',
		title: 'Entities',
		turns: [[null, 'It’s \'fine\' … café', 1]],
	},
	{
		file: 'style-header.vtt',
		title: 'Style header',
		turns: [[null, 'Shall we begin?', 1]],
	},
	{
		file: 'teams-metadata.vtt',
		title: 'Teams metadata',
		turns: [['Mara Holt', 'Shall we begin?', 16.246], ['Jon Pike', 'Yes please.', 18.246]],
	},
	{
		file: 'chevrons.txt',
		title: 'Chevrons',
		turns: [['MARA', 'Shall we begin?', 0], ['JON', 'Yes please. And so on.', 1.2], [null, 'I never said that.', 3.2], ['MARA', 'Good.', 4.8]],
		notes: ['Line 2: “JON” was read as a speaker, who speaks only once; check that this is a name.'],
	},
	{
		file: 'rules.txt',
		title: 'Q1 review, 2026-01-15',
		turns: [['Mara', 'Welcome to the review.', 0], ['Jon', 'Thanks.', 1.6]],
		notes: ['Lines 5, 6: “Mara”, “Jon” were read as speakers who speak only once; check that these are names.'],
	},
	{
		file: 'remark.txt',
		title: 'Remark',
		turns: [['Mara Holt', 'Shall we begin?', 0], [null, 'Note: the recording stopped here.', 1.2], ['Jon Pike', 'Yes please.', 3.2], ['Mara Holt', 'Good.', 4]],
		notes: ['Line 2: “Note” may be a name or part of what is said; nobody is named as the speaker.'],
	},
	{
		file: 'milliseconds.tsv',
		title: 'Milliseconds',
		turns: [[null, 'Shall we begin?', 3], [null, 'I never agreed to that offer.', 9], [null, 'The offer is out.', 12], [null, 'Fine.', 70]],
	},
	{
		file: 'remark-within-turn.txt',
		title: 'Weekly sync - March 04',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
		leftOut: ['ACTION ITEM: Send the offer - WATCH: https://video.example/abc?timestamp=12'],
	},
	{
		file: 'words-run-into-time.txt',
		title: 'Words run into time',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
	},
	{
		file: 'names-in-brackets-above.txt',
		title: 'Names in brackets above',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['jon pike', 'I never agreed to that offer.', 1.2], ['Mara Holt', 'The offer is out.', 3.6], ['jon pike', 'Fine.', 5.2]],
	},
	{
		file: 'times-as-code.md',
		title: 'Times as code',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
	},
	{
		file: 'keywords-above.txt',
		title: 'Keywords above',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
		leftOut: ['SUMMARY KEYWORDS', 'budget, offer', 'SPEAKERS', 'Mara Holt, jon pike'],
	},
	{
		file: 'sentences-within-turns.json',
		title: 'Sentences within turns',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
	},
	{
		file: 'timeline.json',
		title: 'Timeline',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
	},
	{
		file: 'chapters.json',
		title: 'Chapters',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
	},
	{
		file: 'two-meetings.json',
		title: 'Two meetings',
		turns: [['Mara Holt', 'Shall we begin?', 3], ['jon pike', 'I never agreed to that offer.', 9], ['Mara Holt', 'The offer is out.', 12], ['jon pike', 'Fine.', 70]],
		notes: ['The file has several lists of what is said. The longest was imported; save each of the others as a file of its own.'],
	},
	{
		file: 'written-transcript.json',
		title: 'Weekly',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['jon pike', 'I never agreed to that offer.', 1.2], ['Mara Holt', 'The offer is out.', 3.6], ['jon pike', 'Fine.', 5.2]],
		startedAt: '2026-03-04T10:00:00Z',
	},
	{
		file: 'changes-alone.txt',
		title: 'Changes alone',
		turns: [[null, 'Shall we begin?', 0], [null, 'Yes please. And so on.', 1.2], [null, 'No.', 3.2]],
	},
	{
		file: 'names-and-times-above.txt',
		title: 'Names and times above',
		turns: [['Mara Holt', 'Shall we begin?', 5], ['jon pike', 'No.', 9]],
		notes: ['Line 5: “jon pike” was read as a speaker, who speaks only once; check that this is a name.'],
	},
	{
		file: 'tags.md',
		title: 'Tags',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'No.', 1.2], ['Mara Holt', 'Fine.', 1.6]],
	},
	{
		file: 'boxed-title.txt',
		title: 'Q1 review',
		turns: [['Mara', 'Welcome.', 0], ['Jon', 'Thanks.', 0.4], ['Mara', 'Fine.', 0.8]],
	},
	{
		file: 'recording-paused.txt',
		title: 'Recording paused',
		turns: [['Mara Holt', 'Shall we begin?', 0], [null, 'I never agreed to that offer.', 1.2], ['Mara Holt', 'The offer is out.', 3.6], ['Jon Pike', 'Fine.', 5.2], ['Jon Pike', 'Bye.', 5.6]],
		leftOut: ['Recording stopped'],
	},
	{
		file: 'roles-in-names.txt',
		title: 'Roles in names',
		turns: [['Mara Holt (Host)', 'Shall we begin?', 5], ['Jon Pike (Guest)', 'Yes please.', 9], ['Mara Holt', 'Good.', 12]],
	},
	{
		file: 'by-the-clock.txt',
		title: 'By the clock',
		turns: [['Mara Holt', 'Wollen wir anfangen?', 0], ['Jon Pike', 'Ich schicke es bis Freitag.', 300]],
	},
	{
		file: 'pages.txt',
		title: 'Pages',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 1.2], ['Mara', 'Good.', 2], ['Jon', 'Fine.', 2.4]],
		leftOut: ['Page 1 of 2', 'Page 2 of 2'],
	},
	{
		file: 'numbered-lines.txt',
		title: 'Numbered lines',
		turns: [['MARA', 'Shall we begin?', 0], ['JON', 'Yes please, all of us.', 1.2], ['MARA', 'Good.', 3.2], ['JON', 'Fine.', 3.6]],
	},
	{
		file: 'dashes.txt',
		title: 'Dashes',
		turns: [[null, 'Shall we begin, Jon?', 0], [null, 'Yes please. I will send it.', 1.6], [null, 'Good.', 4]],
	},
	{
		file: 'discord.txt',
		title: 'Discord',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 60]],
	},
	{
		file: 'offsets.json',
		title: 'Offsets',
		turns: [['Speaker 1', 'Shall we begin?', 0.04], ['Speaker 2', 'Yes please.', 2]],
	},
	{
		file: 'utterances.json',
		title: 'Utterances',
		turns: [['Mara Holt', 'Shall we begin?', 0.5], ['Jon Pike', 'Yes please.', 1.5]],
	},
	{
		file: 'german-top.txt',
		title: 'Angebot',
		turns: [['Mara Holt', 'Guten Tag.', 0], ['Jon Pike', 'Ich schicke es bis übermorgen.', 0.8], ['Mara Holt', 'Danke.', 2.8]],
		leftOut: ['Datum: 16. November 2026', 'Ort: Raum 3', 'Teilnehmer: Mara Holt, Jon Pike'],
		startedAt: '2026-11-16T12:00:00Z',
	},
	{
		file: 'spanish-top.txt',
		title: 'Oferta',
		turns: [['Mara Holt', 'Hola.', 0], ['Jon Pike', 'Lo envío mañana.', 0.4], ['Mara Holt', 'Gracias.', 1.6]],
		leftOut: ['Fecha: 16 de noviembre de 2026', 'Participantes: Mara Holt, Jon Pike'],
		startedAt: '2026-11-16T12:00:00Z',
	},
	{
		file: 'whatsapp-android.txt',
		title: 'Whatsapp android',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 60], ['Mara', 'Good.', 180]],
		leftOut: ['12/11/2026, 09:14 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.', '12/11/2026, 09:14 - Mara created group "Project X"', '12/11/2026, 09:17 - Mara added Max'],
	},
	{
		file: 'whatsapp-iphone.txt',
		title: 'Whatsapp iphone',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 60], ['Mara', 'image omitted', 120]],
		leftOut: ['[16.11.26, 09:14:00] Project X: Messages and calls are end-to-end encrypted.'],
		startedAt: '2026-11-16T09:15:00Z',
	},
	{
		file: 'zoom-direct.txt',
		title: 'Zoom direct',
		turns: [['Jon Pike', 'Shall we begin?', 0], ['Jon Pike', 'Can you send it?', 120], ['Mara Holt', 'Yes please.', 180]],
	},
	{
		file: 'whatsapp-web.txt',
		title: 'Whatsapp web',
		turns: [['Jürgen Groß', 'Ich schicke das Angebot bis Freitag.', 0], ['Mara Holt', 'Danke.', 60], ['Jürgen Groß', 'Gerne.', 180]],
		leftOut: ['[14:03, 25/11/2026] Messages and calls are end-to-end encrypted. No one outside of this chat can read them.'],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'whatsapp-web-american.txt',
		title: 'Whatsapp web american',
		turns: [['Jon Pike', 'I will send the offer by Friday.', 0], ['Mara Holt', 'Thanks.', 60], ['Jon Pike', 'Bye.', 180]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'dates-in-brackets.txt',
		title: 'Dates in brackets',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 30], ['Mara Holt', 'The offer is out.', 60], ['Jon Pike', 'Fine.', 120], ['Mara Holt', 'Good.', 180], ['Jon Pike', 'Bye.', 240]],
	},
	{
		file: 'time-with-words-in-brackets.txt',
		title: 'Time with words in brackets',
		turns: [['Mara Holt', 'Shall we begin?', 0], [null, '[14:03 until later] Jon Pike: Yes please.', 1.2], ['Mara Holt', 'Good.', 180], ['Jon Pike', 'Bye.', 240]],
		notes: ['Line 2: “[14:03 until later]” may be a name or part of what is said; nobody is named as the speaker.'],
	},
	{
		file: 'by-the-clock.csv',
		title: 'By the clock',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 64], ['Mara Holt', 'Good.', 1204]],
	},
	{
		file: 'by-the-clock.json',
		title: 'By the clock',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 300], ['Mara Holt', 'Good.', 1140]],
	},
	{
		file: 'by-the-clock.srt',
		title: 'By the clock',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 2.5], ['Mara', 'Good.', 5]],
	},
	{
		file: 'german-columns.csv',
		title: 'German columns',
		turns: [['Mara Holt', 'Wollen wir anfangen?', 1], ['Jon Pike', 'Gern.', 4]],
	},
	{
		file: 'spanish-columns.csv',
		title: 'Spanish columns',
		turns: [['Mara Holt', '¿Empezamos?', 1], ['Jon Pike', 'Vale.', 4]],
	},
	{
		file: 'french-columns.tsv',
		title: 'French columns',
		turns: [['Mara Holt', 'On commence ?', 1], ['Jon Pike', 'Oui.', 4]],
	},
	{
		file: 'portuguese-columns.csv',
		title: 'Portuguese columns',
		turns: [['Mara Holt', 'Vamos começar?', 1], ['Jon Pike', 'Sim.', 4]],
	},
	{
		file: 'fields-like-columns.json',
		title: 'Fields like columns',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 4]],
	},
	{
		file: 'telegram.json',
		title: 'Telegram',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'See https://x.example for the draft.', 60]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'slack.json',
		title: 'Slack',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please, all of us.', 60]],
		startedAt: '2026-11-25T10:02:01Z',
	},
	{
		file: 'teams-messages.json',
		title: 'Teams messages',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes & please.', 60]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'from-to.csv',
		title: 'From to',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes.', 4], ['Mara', 'Good.', 6]],
	},
	{
		file: 'days-apart.csv',
		title: 'Days apart',
		turns: [['Mara', 'Wollen wir?', 0], ['Jon', 'Ja.', 7260], ['Mara', 'Gut.', 68580]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'american-dates.csv',
		title: 'American dates',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 70]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'comma-decimals.csv',
		title: 'Comma decimals',
		turns: [['Mara', 'Wollen wir?', 1.25], ['Jon', 'Ja, gern.', 4]],
	},
	{
		file: 'ambiguous-dates.csv',
		title: 'Ambiguous dates',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 120], ['Mara', 'Good.', 150]],
	},
	{
		file: 'name-then-time-in-brackets.txt',
		title: 'Name then time in brackets',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes please.', 4], ['Mara', 'Good.', 6]],
	},
	{
		file: 'time-then-name-in-brackets.txt',
		title: 'Time then name in brackets',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes please.', 4], ['Mara', 'Good.', 6]],
	},
	{
		file: 'time-between.txt',
		title: 'Time between',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 4], ['Mara Holt', 'Good.', 7]],
	},
	{
		file: 'google-chat.txt',
		title: 'Google chat',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 60], ['Mara Holt', 'Good.', 180]],
	},
	{
		file: 'strings.json',
		title: 'Strings',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please.', 1.2], ['Mara', 'Good.', 2]],
	},
	{
		file: 'names-and-times-within.json',
		title: 'Names and times within',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 4]],
	},
	{
		file: 'records.txt',
		title: 'Records',
		turns: [['Mara Holt', 'Shall we begin?', 1], ['Jon Pike', 'Yes please.', 4], ['Mara Holt', 'Good.', 6]],
	},
	{
		file: 'months-above.txt',
		title: 'Months above',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 60], ['Mara Holt', 'Good.', 180]],
	},
	{
		file: 'dates-above-names.txt',
		title: 'Dates above names',
		turns: [[null, 'Nov 25, 2026 2:02:01 PM Mara Holt Shall we begin?', 0], [null, 'Nov 25, 2026 2:03:01 PM (Read by you after 5 seconds) Me Yes please.', 4], [null, 'Nov 25, 2026 2:05:01 PM Mara Holt Good.', 9.6]],
	},
	{
		file: 'records-with-dates.txt',
		title: 'Records with dates',
		turns: [['Mara Holt', 'Shall we begin?', 0], ['Jon Pike', 'Yes please.', 60]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'line-numbers.csv',
		title: 'Line numbers',
		turns: [['Mara', 'Shall we begin?', 1], ['Jon', 'Yes.', 4]],
	},
	{
		file: 'whatsapp-days.txt',
		title: 'Whatsapp days',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes please. second line: of Jon', 60], ['Mara', 'Good.', 60]],
		startedAt: '2026-11-25T14:02:01Z',
	},
	{
		file: 'american-dates.json',
		title: 'American dates',
		turns: [['Mara', 'Shall we begin?', 0], ['Jon', 'Yes.', 60]],
		startedAt: '2026-11-25T14:02:00Z',
	},
	{
		file: 'records-of-lines.txt',
		title: 'Records of lines',
		turns: [['Mara Holt', 'Shall we begin? Budget: ten thousand. And more.', 0], ['Jon Pike', 'Yes please.', 3.2], ['Mara Holt', 'Good.', 4]],
		notes: ['This table has no column with times. They are estimated from the length of the texts.'],
	},
];
