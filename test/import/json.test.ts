import { parseMeeting } from '../../sandbox/import/index.ts';
import { expectMeeting, type More, type Turn } from './sample.ts';

const words = (texts: readonly string[], more: readonly object[] = []) => texts.map((word, index) => ({ word, start: index, end: index + 0.5, ...more[index] }));
const A = { speaker: 'Mara' };
const B = { speaker: 'Jon' };

const two = { segments: [{ ...A, text: 'Hi.', start: 1 }, { ...B, text: 'Ho.', start: 2 }] };
const spoken: readonly Turn[] = [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 2]];

it.each<[what: string, value: unknown, turns: readonly Turn[]]>([
	['words with blanks between them (ElevenLabs)', { words: words(['Hello', ' ', 'there.', ' ', 'Bye', '.']) }, [[null, 'Hello there.', 0, 2.5], [null, 'Bye.', 4, 5.5]]],
	['words with blanks before them, in pieces (Soniox)', { tokens: words(['Hel', 'lo', ' there', '.', ' It', ' is', ' me', '.', '<end>', ' Bye', '.', '<fin>'], Array.from({ length: 12 }, (_, index) => ({ speaker: index < 9 ? '1' : '2' }))) }, [['Speaker 1', 'Hello there.', 0, 3.5], ['Speaker 1', 'It is me.', 4, 7.5], ['Speaker 2', 'Bye.', 9, 10.5]]],
	['words with blanks behind them', { words: words(['Hello ', 'there', ', ', 'it ', 'is ', 'me', '. ']) }, [[null, 'Hello there, it is me.', 0, 6.5]]],
	['pieces of words by two people', { words: words([' Hel', 'lo', 'Yes', ' you'], [A, A, B, B]) }, [['Mara', 'Hello', 0, 1.5], ['Jon', 'Yes you', 2, 3.5]]],
	['words without blanks', { words: words(['“Hello.”', '<endless>', 'fun', '', '!)', 'Bye']) }, [[null, '“Hello.”', 0, 0.5], [null, '<endless> fun!)', 1, 4.5], [null, 'Bye', 5, 5.5]]],
	['numbers in pieces beside their unit', { tokens: words([' It', ' is', ' 3.', '5 m', ' long']) }, [[null, 'It is 3.5 m long', 0, 4.5]]],
	['a sign before all words', { words: words(['!', 'Hi.']) }, [[null, '!', 0, 0.5], [null, 'Hi.', 1, 1.5]]],
	['numbers in pieces (Soniox)', { tokens: words([' It', ' is', ' 3', '.', '5', ' of', ' 4', '. ', 'So', ' then']) }, [[null, 'It is 3.5 of 4.', 0, 7.5], [null, 'So then', 8, 9.5]]],
	['fields without a value', [{ text: '', transcript: 'Hi.', speaker: null, name: 'Mara', start: '', time: 1 }], [['Mara', 'Hi.', 1]]],
	['meetings in a list', [{ name: 'Weekly', transcript: two.segments }], spoken],
	['entries known by their path (Google Meet)', [1, 2].map((start) => ({ name: `conferenceRecords/a/transcripts/b/entries/${start}`, text: 'Hi.', start })), [[null, 'Hi.', 1], [null, 'Hi.', 2]]],
	['channels beside words', { segments: [0, 1].map((channel) => ({ channel, start: channel, words: words(['Hi.']) })) }, [['Channel 1', 'Hi.', 0], ['Channel 2', 'Hi.', 0]]],
	['other times within its entries', [{ ...A, text: 'Hi.', start: 1, span: { start: 7, end: 9 } }, { ...B, text: 'Ho.', startMs: 2000, span: { start: 7, end: 9 } }], spoken],
	['words beside their text with its signs (OpenAI)', { text: ' Hello,  there. Yes. ', words: words(['hello', 'there', 'yes']) }, [[null, 'Hello, there.', 0, 1.5], [null, 'Yes.', 2, 2.5]]],
	['words beside another text', { text: 'Hello, there.', words: words(['hello', 'there', 'yes']) }, [[null, 'hello there yes', 0, 2.5]]],
	['utterances beside the words of its channels (Deepgram)', { results: { channels: [{ alternatives: [{ transcript: 'hi', words: words(['hi']) }] }], utterances: [{ transcript: 'Hi!', start: 1, end: 2, ...A }] } }, [['Mara', 'Hi!', 1, 2]]],
	['no utterances beside the words of its channels', { results: { channels: [{ alternatives: [{ words: words(['Hi!'], [A]) }] }], utterances: [] } }, [['Mara', 'Hi!', 0, 0.5]]],
	['a text of a channel without words', { results: { channels: [{ alternatives: [{ transcript: 'Hi you!' }] }] } }, [[null, 'Hi you!', 0]]],
	['a channel without words beside one that has no other than its text', { results: { channels: [{ alternatives: [{ words: [] }] }, { alternatives: [{ transcript: 'Hi you!' }] }] } }, [[null, 'Hi you!', 0]]],
	['paragraphs without speakers', { results: { channels: [{ alternatives: [{ paragraphs: { paragraphs: [{ sentences: [{ text: 'Hi!', start: 1, end: 2 }] }] } }] }] } }, [[null, 'Hi!', 1, 2]]],
	['speakers in each result (Google)', { results: [{ alternatives: [{ words: words(['Hi!'], [A]) }, { words: words(['High!'], [A]) }] }, { alternatives: [] }, { alternatives: [{ words: words(['Ho!'], [B]) }] }] }, [['Mara', 'Hi!', 0], ['Jon', 'Ho!', 0]]],
	['words and their signs apart (Google)', { results: [{ alternatives: [{ words: words(['hi', 'you']) }] }, { alternatives: [{ words: words(['Hi', 'you'], [A, {}]) }] }] }, [['Mara', 'Hi', 0], [null, 'you', 1]]],
	['transcripts of two channels, without their numbers', { transcripts: [{ words: words(['Hi!']) }, { words: words(['Ho!']) }] }, [['Channel 1', 'Hi!', 0], ['Channel 2', 'Ho!', 0]]],
	['lists six levels deep', { a: { b: { c: { d: { e: { f: [{ ...A, text: 'Hi.' }] } } } } } }, [['Mara', 'Hi.', 0]]],
	['words of two channels', { words: words(['Hello', 'Yes', 'there.'], [{ channel_index: 0 }, { channel_index: 1 }, { channel_index: 0 }]) }, [['Channel 1', 'Hello there.', 0, 2.5], ['Channel 2', 'Yes', 1, 1.5]]],
	['words with signs within them', { words: words(['well', '…so', '3.5', 'percent.', 'Bye']) }, [[null, 'well …so 3.5 percent.', 0, 3.5], [null, 'Bye', 4]]],
	['words of people in turn, with one of nobody', { words: words(['a', 'b', 'c', 'd', 'e'], [A, {}, A, {}, B]) }, [['Mara', 'a', 0], [null, 'b', 1], ['Mara', 'c', 2], [null, 'd', 3], ['Jon', 'e', 4]]],
	['a sentence by two people, one of whose words is nobody’s', { segments: [{ text: 'Well then. Yes.', start: 0, words: words(['Well', 'then.', 'Yes.', 'Yes.'], [A, {}, A, B]).slice(0, 3) }] }, [['Mara', 'Well then. Yes.', 0]]],
	['words between those of one person', { segments: [{ text: 'Well then Yes', start: 0, ...A, words: words(['Well', 'then', 'so', 'Yes'], [A, {}, A, B]) }, { words: words(['Well', 'then', 'so', 'on', 'Yes'], [A, {}, {}, A, B]), start: 4 }] }, [[null, 'Well then Yes', 0], ['Mara', 'Well then so on', 0, 3.5], ['Jon', 'Yes', 4, 4.5]]],
	['a sentence whose words alone name the speaker (WhisperX)', { segments: [{ text: ' Hello there.', start: 0, end: 3, words: words(['Hello', 'there.'], [A, A]) }] }, [['Mara', 'Hello there.', 0, 3]]],
	['turns that have only words', { segments: [{ ...A, words: words(['Hello', 'there.', 'Bye']) }, { ...B, words: 'Yes you.', start: 9 }] }, [['Mara', 'Hello there.', 0, 1.5], ['Mara', 'Bye', 2, 2.5], ['Jon', 'Yes you.', 9]]],
	['a text in pieces, as around links (Telegram)', [{ ...A, text: ['See ', { type: 'link', text: 'x.example' }, '!'], start: 1 }], [['Mara', 'See x.example!', 1]]],
	['a message that somebody forwards (Telegram)', { messages: [{ from: 'Mara', text: 'Hi.', start: 1 }, { from: 'Mara', forwarded_from: 'Jon', text: 'Ho.', start: 2 }] }, spoken],
	['photos without a text (Telegram)', { messages: [{ ...A, text: '', start: 1 }, { ...B, text: '', start: 2 }, { ...B, text: 'Ho.', start: 3 }, { ...A, text: '', start: 4 }] }, [['Jon', 'Ho.', 3]]],
	['a text of HTML (Teams)', [{ ...A, text: { contentType: 'html', content: '<p>Hello<br>you &amp; all</p>' }, start: 1 }, { ...B, text: { content: '1 < 2 > 0' }, start: 2 }, { ...B, text: { text: 'Yes.' }, start: 4 }], [['Mara', 'Hello you & all', 1], ['Jon', '1 < 2 > 0', 2], ['Jon', 'Yes.', 4]]],
	['one who may have spoken, or two (Zoom)', [{ users: [{ username: 'Mara' }], text: 'Hi.', ts: 1 }, { users: [{ username: 'Mara' }, { username: 'Jon' }], text: 'Ho.', ts: 2 }, { users: [{ username: 'Mara' }], speaker: 'Jon', text: 'Hm.', ts: 3 }], [['Mara', 'Hi.', 1], [null, 'Ho.', 2], ['Jon', 'Hm.', 3]]],
	['senders', [{ from: 'Mara', to: 'Jon', text: 'Hi.', start: 1 }, { from: 'Jon', text: 'Ho.', start: 2 }], [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 2]]],
	['from and to as times', [{ from: 1, to: 2, text: 'Hi.' }, { from: '0:03', to: '0:04', text: 'Ho.' }], [[null, 'Hi.', 1, 2], [null, 'Ho.', 3, 4]]],
	['spans of time', [{ ...A, text: 'Hi.', timestamp: '0:01 - 0:03' }, { ...B, text: 'Ho.', timespan: '0:02-->0:07', end: 4 }], [['Mara', 'Hi.', 1, 3], ['Jon', 'Ho.', 2, 4]]],
	['times in samples (Otter)', [{ ...A, text: 'Hi.', start_offset: 16_000, end_offset: 32_000 }], [['Mara', 'Hi.', 1, 2]]],
	['times in ticks (Azure)', [{ ...A, text: 'Hi.', offsetInTicks: 10_000_000 }, { ...B, text: 'Ho.', offsetInTicks: 20_000_000, durationInTicks: 5_000_000 }], [['Mara', 'Hi.', 1, 1], ['Jon', 'Ho.', 2, 2.5]]],
	['units in names', [{ ...A, text: 'Hi.', startMs: 1500, end_ms: '2500' }, { ...B, text: 'Ho.', 'Start (seconds)': 3, endSecs: '3.25' }], [['Mara', 'Hi.', 1.5, 2.5], ['Jon', 'Ho.', 3, 3.25]]],
	['times as objects', [{ ...A, text: 'Hi.', start: { relative: 1.5 } }, { ...B, text: 'Ho.', start: { seconds: '2', nanos: 500_000_000 } }, { ...B, text: 'Hm.', start: { seconds: 4 } }, { ...B, text: 'So.', start: { x: 1 } }, { ...A, text: 'Bye.', time: { start: 5, end: 6 } }, { ...A, text: 'Oh.', start: { nanos: 500_000_000 } }], [['Mara', 'Oh.', 0.5], ['Mara', 'Hi.', 1.5], ['Jon', 'Ho.', 2.5], ['Jon', 'Hm.', 4], ['Jon', 'So.', 4.4], ['Mara', 'Bye.', 5, 6]]],
	['times before the start, or without end', [{ ...A, text: 'Hi.', start: -1 }, { ...B, text: 'Ho.', start: '-2.5' }, { ...B, text: 'Hm.', start: 1e300 }, { ...B, text: 'So.', start: '3s' }], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0], ['Jon', 'Hm.', 0.4], ['Jon', 'So.', 3]]],
	['people by their names', [{ speaker: { first_name: 'Mara', last_name: 'Holt' }, text: 'a', start: 1 }, { speaker: { id: 1, user: { email: 'jon@x.example', name: ' ' } }, text: 'b', start: 2 }, { speaker: { last_name: 'Pike', display_name: 'Jon' }, text: 'c', start: 3 }, { speaker: {}, text: 'd', start: 4 }, { speaker: { source: 'microphone' }, text: 'e', start: 5 }], [['Mara Holt', 'a', 1], ['jon@x.example', 'b', 2], ['Jon', 'c', 3], [null, 'd', 4], ['local', 'e', 5]]],
	['people by their numbers', [{ speaker: 5, text: 'a', start: 1 }, { speaker: 'spaces/x/participants/42', text: 'b', start: 2 }, { speaker: 'ch_11', text: 'c', start: 3 }, { speaker: 'system', text: 'd', start: 4 }], [['Speaker 5', 'a', 1], ['Participant 42', 'b', 2], ['Channel 12', 'c', 3], ['remote', 'd', 4]]],
])('JSON has %s', async (_, value, turns) => {
	await expectMeeting(JSON.stringify(value), 'x.json', turns);
});

const atOnce: readonly Turn[] = [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0.4]];
const at = (time: string): string => `2026-03-04T${time}Z`;
const dated = { segments: [{ ...A, text: 'Hi.', start: at('10:00:00') }, { ...B, text: 'Ho.', start: at('10:00:10') }] };
const damaged = 'the file is not valid JSON from here on. What could be read was imported; compare the end with the original.';

it.each<[what: string, value: unknown, turns: readonly Turn[], more?: More]>([
	['the answer of an API', { id: 'a', data: { result: { title: 'Inner', ...two } } }, spoken, { title: 'Inner' }],
	['an empty title, and one below it', { title: '', data: { title: 'Inner', ...two } }, spoken, { title: 'Inner' }],
	['a topic in an object beside it', { meeting: { topic: 'Weekly' }, transcript: two }, spoken, { title: 'Weekly' }],
	['texts called raw', { sentences: [{ speaker_name: A.speaker, raw_text: 'Hi.', start_time: 1 }, { speaker_name: B.speaker, raw_text: 'Ho.', start_time: 2 }] }, spoken],
	['a subject', { subject: 'Weekly with all', ...two }, spoken, { title: 'Weekly with all' }],
	['a title beside it', { meeting_title: 'Outer', data: { title: '', ...two }, summary: 'They said it.', tags: ['one two', { more: 'of three words' }], id: 'a b' }, spoken, { title: 'Outer', leftOut: ['summary', 'tags'] }],
	['a start in a field for the meeting', { meeting: { start_time: at('10:00:00') }, data: two }, spoken, { startedAt: at('10:00:00') }],
	['a start before the first words', { date: at('09:59:00'), ...dated }, [['Mara', 'Hi.', 60], ['Jon', 'Ho.', 70]], { startedAt: at('09:59:00') }],
	['a start after the first words', { date: at('10:00:05'), ...dated }, [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 10]], { startedAt: at('10:00:05') }],
	['a text of lines', { data: { transcript: '\nMara: Hi.\r\nJon: Ho.\nMara: Hm.\n', date: at('10:00:00') } }, [...atOnce, ['Mara', 'Hm.', 0.8]], { startedAt: at('10:00:00') }],
	['a list of lines', ['Mara: Hi.', 'Jon: Ho.', 'Mara: Hm.'], [...atOnce, ['Mara', 'Hm.', 0.8]]],
	['only a text of lines', { text: 'Mara: Hi.\nJon: Ho.\nMara: Hm.' }, [...atOnce, ['Mara', 'Hm.', 0.8]]],
	['texts that begin with names', [{ text: 'Mara: Hi.', start: 1 }, { text: 'Jon: Ho.', start: 2 }, { text: 'Mara: Hm.', start: 3 }], [...spoken, ['Mara', 'Hm.', 3]]],
	['values on lines, one of them cut', '{"speaker":"Mara","text":"Hi."},\n\n{"speaker":"Jon","text":"Ho.","x":NaN},\n{"speaker":"Jon","te', atOnce, { notes: ['Line 4: JSON that cannot be read; it was left out.'] }],
	['numbers that are none', '[{"speaker":"Mara","text":"Say \\"NaN\\".","x":-Infinity},{"speaker":"Jon","text":"Infinity","x":NaN}]', [['Mara', 'Say "NaN".', 0], ['Jon', 'Infinity', 0.8]], { notes: ['The file has numbers that JSON does not know, such as NaN. They were ignored.'] }],
	['a comma too many', '[{"speaker":"Mara","text":"Hi."},\n{"speaker":"Jon","text":"Ho."},\n]', atOnce, { notes: [`Line 3: ${damaged}`] }],
	['no end', '{"segments":[{"speaker":"Mara","text":"Hi.","start":1},\n{"speaker":"Jon","text":"Ho.","start":NaN', [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 1.4]], { notes: [`Line 2: ${damaged}`] }],
	['a list without words beside the one that has them', { segments: [{ ...A, text: ' ' }], x: { y: two.segments } }, spoken],
	['lists that do not go on', { title: 'Weekly', parts: [{ lines: two.segments }, { lines: [{ ...B, text: 'Hm.', start: 1 }] }] }, spoken, { title: 'Weekly', notes: ['The file has several lists of what is said. The longest was imported; save each of the others as a file of its own.'] }],
	['lists that go on', { parts: [{ lines: two.segments }, { lines: [{ ...B, text: 'Hm.', start: 3 }] }] }, [...spoken, ['Jon', 'Hm.', 3]]],
	['names apart', { speakers: [{ id: 0, name: 'Mara' }, { id: 1 }, { name: 'Jon' }], segments: [{ speaker: 0, text: 'Hi.', start: 1 }] }, [['Mara', 'Hi.', 1]]],
	['names apart, and beside some of what is said', { speakers: [{ id: 0, name: 'Mara' }, { id: 1, name: 'Jon' }], sentences: [{ speaker_name: 'Mara', speaker_id: 0, text: 'Hi.', start: 1 }, { speaker_name: null, speaker_id: 1, text: 'Ho.', start: 2 }] }, spoken],
	...['participants', 'attendees', 'users', 'members', 'people'].map((list): [string, unknown, readonly Turn[]] => [`names of ${list} apart`, { [list]: [{ id: 7, name: 'Mara' }, { id: 9, name: 'Jon' }], segments: [{ speaker_index: 7, text: 'Hi.', start: 1 }, { speakerNumber: 9, text: 'Ho.', start: 2 }] }, spoken]),
	['names apart, one of them missing', { speakers: [{ id: 0, name: 'Mara' }, { id: 1, name: 'Jon' }, { id: 2, name: null }], segments: [{ speaker: 0, text: 'Hi.', start: 1 }, { speaker: 1, text: 'Ho.', start: 2 }, { speaker: 2, text: 'Hm.', start: 3 }] }, [...spoken, ['Speaker 2', 'Hm.', 3]]],
	...([
		['speakers', [0, 1], [0, 2], ['Mara', 'Speaker 2']],
		['speakers', [0, 1], [0, 10], ['Mara', 'Speaker 10']],
		['speakers', [2, 10], [2, 3], ['Mara', 'Speaker 3']],
		['speakers', [1, 2], [0, 1], ['Speaker 0', 'Speaker 1']],
		['speakers', [0, 1], [1, 2], ['Speaker 1', 'Speaker 2']],
		['participants', [0, 1], [0, 2], ['Speaker 0', 'Speaker 2']],
		['participants', [0, 1], [0, 1], ['Mara', 'Jon']],
	] as const).map(([list, [one, other], [first, second], [name, last]]): [string, unknown, readonly Turn[]] => [`${list} ${one}, ${other} apart, of whom ${first}, ${second} speak`, { [list]: [{ id: one, name: 'Mara' }, { id: other, name: 'Jon' }], segments: [{ speaker: first, text: 'Hi.', start: 1 }, { speaker: second, text: 'Ho.', start: 2 }] }, [[name, 'Hi.', 1], [last, 'Ho.', 2]]]),
	['names apart, by label', { data: { participants: { spk_0: { displayName: 'Mara' }, spk_1: 'Jon', x: {} }, segments: [{ speaker: 'spk_0', text: 'Hi.', start: 1 }, { speaker: 'spk_1', text: 'Ho.', start: 2 }] } }, spoken],
	['letters and numbers for names', { segments: [{ speaker: 'A', text: 'Hi.', start: 1 }, { speaker: '12', text: 'Ho.', start: 2 }] }, [['Speaker A', 'Hi.', 1], ['Speaker 12', 'Ho.', 2]]],
	['letters among names', { segments: [{ speaker: 'A', text: 'Hi.', start: 1 }, { speaker: 'AB', text: 'Ho.', start: 2 }] }, [['A', 'Hi.', 1], ['AB', 'Ho.', 2]]],
	['channels whose speakers are counted or named', { segments: [{ channel: 0, ...A, text: 'Hi.', start: 1 }, { channel: 1, speaker: 'spk_1', text: 'Ho.', start: 2 }, { channel: 1, speaker: 'Speaker 2', text: 'Hm.', start: 3 }] }, [['Mara', 'Hi.', 1], ['Channel 2, spk_1', 'Ho.', 2], ['Channel 2, Speaker 2', 'Hm.', 3]]],
	['days whose month nobody knows', [{ text: 'Hi.', start: '04/03/26, 9:00' }, { text: 'Ho.', start: '04/03/2026 9:01:30' }, { text: 'Hm.', start: '04/03/26 10:00' }], [[null, 'Hi.', 0], [null, 'Ho.', 90], [null, 'Hm.', 3600]], { notes: ['No speaker was recognized in this file.'] }],
	['days before months, as one of them shows', [{ ...A, text: 'Hi.', start: '12/11/2026 9:00' }, { ...B, text: 'Ho.', start: '13/11/2026 9:00' }], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 86_400]], { startedAt: '2026-11-12T09:00:00Z' }],
	['months before days, as one of them shows', [{ ...A, text: 'Hi.', start: '11/12/2026 9:00' }, { ...B, text: 'Ho.', start: '11/13/2026 9:00' }], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 86_400]], { startedAt: '2026-11-12T09:00:00Z' }],
	['other words in its entries', [{ ...A, text: 'Hi.', start: 1, remark_of_host: 'That  is  one.', raw_text: 'Hi hi hi.', id: 'a b' }, { ...B, text: 'Ho.', start: 2, alternatives: [{ said: 'Ho ho ho.' }], seen: [{ by: 'all of them' }] }], spoken, { leftOut: ['remark_of_host', 'seen'] }],
	['entries without a name, one of them with nothing to say', [{ ...A, text: 'Hi.', start: 1 }, { text: '', start: 2 }, { text: 'Hm.', start: 3 }, { ...B, text: 'Ho.', start: 4 }], [['Mara', 'Hi.', 1], [null, 'Hm.', 3], ['Jon', 'Ho.', 4]], { notes: ['Entry 3: text without a name at a place where others have one; nobody is named as its speaker.'] }],
	['blank and missing texts', [{ ...A, text: 'Hi.', start: 1 }, { ...A, text: '' }, { ...A, title: '' }, { ...B, text: 'Ho.', start: 2 }], spoken, { notes: ['Entry 3: an entry without text; it was left out.'] }],
	['blank and missing texts in a list within an object', { segments: [...two.segments, { ...A, text: '' }, { ...A, title: '' }] }, spoken, { notes: ['Entry 4: an entry without text; it was left out.'] }],
	['one time of day', [{ ...A, text: 'Hi.', start: '10:00:05' }, { ...B, text: 'Ho.' }], atOnce],
	['an empty title of a meeting', { conversation: { title: '' }, transcript: two }, spoken],
	['no end, and a form of its own', '{"parts":[{"lines":[{"speaker":"Mara","text":"Hi.","start":1},\n{"speaker":"Jon","text":"Ho.","start":2', spoken, { notes: [`Line 2: ${damaged}`] }],
	['a name within the text of an entry that has none', [{ ...A, text: 'Hi.', start: 1 }, { text: 'Jon: Ho.', start: 2 }, { ...A, text: 'Hm.', start: 3 }, { text: 'Jon: So.', start: 4 }], [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 2], ['Mara', 'Hm.', 3], ['Jon', 'So.', 4]], { notes: [] }],
	['nothing where its wrapper would be', { data: null, transcript: two.segments }, spoken],
	['a text of lines beside its segments', { text: 'Mara: No.\nJon: No.\nMara: No.', ...two }, spoken],
	['channels, one of which has a name', { segments: [{ channel: 0, ...A, text: 'Hi.', start: 1 }, { channel: 1, text: 'Ho.', start: 2 }] }, [['Mara', 'Hi.', 1], ['Channel 2', 'Ho.', 2]], { notes: [] }],
	['a channel at one of its entries', { segments: [{ channel: 0, speaker: 'A', text: 'Hi.', start: 1 }, { speaker: 'B', text: 'Ho.', start: 2 }] }, [['Speaker A', 'Hi.', 1], ['Speaker B', 'Ho.', 2]]],
	['channels whose speakers have numbers', { segments: [{ channel: 0, ...A, text: 'Hi.', start: 1 }, ...['10', 'b', 'spk10', 'speaker 3'].map((speaker, index) => ({ channel: 1, speaker, text: 'Ho.', start: index + 2 })), { channel: 1, speaker: 'b2', text: 'Hm.', start: 9 }] }, [['Mara', 'Hi.', 1], ['Channel 2, 10', 'Ho.', 2], ['Channel 2, b', 'Ho.', 3], ['Channel 2, spk10', 'Ho.', 4], ['Channel 2, speaker 3', 'Ho.', 5], ['b2', 'Hm.', 9]]],
	['letters with names apart, one of them missing', { speakers: { A: 'Mara', B: null }, segments: [{ speaker: 'A', text: 'Hi.', start: 1 }, { speaker: 'B', text: 'Ho.', start: 2 }] }, [['Mara', 'Hi.', 1], ['Speaker B', 'Ho.', 2]]],
	['names apart, by speaker', { speakers: [{ speaker: 'spk_0', name: 'Mara' }, { label: 'spk_1', name: 'Jon' }], segments: [{ speaker: 'spk_0', text: 'Hi.', start: 1 }, { speaker: 'spk_1', text: 'Ho.', start: 2 }] }, spoken],
	...['data', 'transcript', 'result', 'meeting', 'recording'].map((wrapper): [string, unknown, readonly Turn[]] => [`a ${wrapper} around it`, { [wrapper]: { results: { channels: [{ alternatives: [{ words: words(['Hi!'], [A]) }] }] } } }, [['Mara', 'Hi!', 0, 0.5]]]),
	['a channel alone', { segments: [{ channel: 0, speaker: 'A', text: 'Hi.', start: 1 }, { channel: 0, speaker: 'B', text: 'Ho.', start: 2 }] }, [['Speaker A', 'Hi.', 1], ['Speaker B', 'Ho.', 2]]],
	['the answer of our own export', { conversation: { title: 'Weekly with all of Northwind', startTime: at('10:00:00') }, transcript: two, keyPoints: ['They agreed on it.'] }, spoken, { title: 'Weekly with all of Northwind', startedAt: at('10:00:00') }],
	['something else about a conversation', { conversation: { topic: 'What they agreed on' }, transcript: { utterances: two.segments.map(({ start, ...one }) => ({ ...one, start: start * 1000 })) } }, spoken, { leftOut: ['conversation'] }],
	['fields about the meeting beside its segments', { title: 'Weekly', meeting: { title: 'Room 4', host: 'Mara' }, summary: 'They said it.', ...two }, spoken, { title: 'Weekly', leftOut: ['summary'] }],
	['a comment', JSON.stringify(two).replace('[', '[\n// They begin late.\n'), spoken, { notes: [`Line 2: ${damaged}`] }],
	['no end, within what is said', '[{"speaker":"Mara","text":"Hi.","start":1},\n{"speaker":"Jon","start":2,"text":"Infinity is', [['Mara', 'Hi.', 1], ['Jon', 'Infinity is', 2]], { notes: [`Line 2: ${damaged}`] }],
	['no end, and lines of numbers and words within its entries (Whisper)', `{"segments":[\n{"speaker":"Mara","text":"Hi you.","start":1,"tokens":[\n${[50_364, 2425, 291, 13, 50_414].join(',\n')}\n],"words":[\n{"word":"Hi"},\n{"word":"you."}\n]},\n{"speaker":"Jon","start":2,"text":"Ho.`, [['Mara', 'Hi you.', 1], ['Jon', 'Ho.', 2]], { notes: [`Line 12: ${damaged}`] }],
	['letters for names, and one that is missing', { segments: [{ speaker: 'A', text: 'Hi.', start: 1 }, { text: 'Hm.', start: 2 }, { speaker: 'B', text: 'Ho.', start: 3 }] }, [['Speaker A', 'Hi.', 1], [null, 'Hm.', 2], ['Speaker B', 'Ho.', 3]], { notes: ['Entry 2: text without a name at a place where others have one; nobody is named as its speaker.'] }],
	['names apart, and an entry of nobody', { speakers: [{ id: 0, name: 'Mara' }], segments: [{ speaker: 0, text: 'Hi.', start: 1 }, { text: 'Hm.', start: 2 }] }, [['Mara', 'Hi.', 1], [null, 'Hm.', 2]], { notes: ['Entry 2: text without a name at a place where others have one; nobody is named as its speaker.'] }],
	['channels, and an entry of none', { segments: [{ channel: 0, text: 'Hi.', start: 1 }, { channel: 1, text: 'Ho.', start: 2 }, { text: 'Hm.', start: 3 }] }, [['Channel 1', 'Hi.', 1], ['Channel 2', 'Ho.', 2], [null, 'Hm.', 3]], { notes: ['Entry 3: text without a name at a place where others have one; nobody is named as its speaker.'] }],
	['a text of paragraphs with tags', { text: '\n<p>Mara: Hi.</p>\n<p>Jon: Ho.</p>\n<p>Mara: Hm.</p>' }, [...atOnce, ['Mara', 'Hm.', 0.8]]],
	['a text of lines beside a day whose month nobody knows', { date: '04/03/2026', transcript: 'Mara: Hi.\nJon: Ho.\nMara: Hm.' }, [...atOnce, ['Mara', 'Hm.', 0.8]], { unclearDate: '04/03/2026' }],
	['nothing where another wrapper would be', { data: null, result: { title: 'Weekly', ...two } }, spoken, { title: 'Weekly' }],
	['a time of weeks', [1, 2, 3, 700_000, 4].map((start) => ({ ...A, text: 'Hi.', start })), [1, 2, 3, 3.4, 4].map((start): Turn => ['Mara', 'Hi.', start])],
])('JSON is read that has %s', async (_, value, turns, more = {}) => {
	await expectMeeting(typeof value === 'string' ? value : JSON.stringify(value), 'call.json', turns, { title: 'Call', ...more });
});

it.each([
	['{"data":\n{"segments":\n[]}}', 'line 2: data has no texts; use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}'],
	['{"data":\n{"result":\n{"x":[]}}}', 'line 3: data.result is not in the expected format; use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}'],
	['[{"speaker":"Mara"}]', 'line 1: the file has no texts; use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}'],
	['{"transcript":"one line"}', 'line 1: the file is not in the expected format; use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}'],
	[`${'{"data":'.repeat(9)}${JSON.stringify(two)}${'}'.repeat(9)}`.replace('segments', 'x').replace(/"(?:speaker|text|start)"/g, '"y"'), 'line 1: data.data.data.data.data.data is not in the expected format; use [{"speaker", "text", "start"}, …] or {"title", "segments": […]}'],
	['{"results":{"channels":[{"alternatives":[]}]},\n"y":', 'line 2: this is not valid JSON; export the transcript again'],
	['{"x":1,\n"y":', 'line 2: this is not valid JSON; export the transcript again'],
	['['.repeat(100_000), 'line 1: this JSON is nested too deeply for a transcript; export it again'],
])('JSON without a transcript is refused with its place: %j', async (text, message) => {
	await expect(parseMeeting(text, 'x.json')).rejects.toThrow(message);
});

it.each<[value: unknown, isSpoken: boolean]>([
	[{ speaker: 'Mara', text: 'Hi.' }, true],
	[{ begin: 1, text: 'Hi.' }, true],
	[{ time_code: '0:01', text: 'Hi.' }, true],
	[{ name: 'Mara', time: '0:01', text: 'Hi.' }, true],
	[{ speaker: 'Mara', words: [{ text: 'Hi.' }] }, true],
	[{ name: 'Mara', text: 'Hi.' }, false],
	[{ date: '2026-03-04', text: 'Hi.' }, false],
	[{ speaker: 'Mara', start: 1 }, false],
	['Hi.', false],
])('lists within JSON of no known form are speech if their entries have a text, and a speaker or a time: %j', async (value, isSpoken) => {
	const read = parseMeeting(JSON.stringify({ a: { b: [value, value, null] } }), 'x.json');
	await (isSpoken ? expect(read).resolves.toMatchObject({ segments: [{ text: 'Hi.' }, { text: 'Hi.' }] }) : expect(read).rejects.toThrow('not in the expected format'));
});

const said = 'Hi you all.';
const entry = { ...A, text: said, start: 1 };

it.each<[what: string, value: object, left?: string[]]>([
	['segments', { segments: [entry], text: said, words: [{ word: said }], transcript: said, speakers: ['Mara de Holt'], word_segments: [{ word: said }], about: said }, ['about']],
	['a list (Fathom)', { transcript: [entry], default_summary: { markdown: said } }, ['default_summary']],
	['utterances (AssemblyAI)', { utterances: [entry], words: [{ text: said }], text: said, summary: said }, ['summary']],
	['channels (ElevenLabs)', { transcripts: [{ text: said, words: words(['Hi', 'you', 'all.'], [A, A, A]) }] }],
	['words (OpenAI)', { text: said, words: words(['Hi', 'you', 'all.'], [A, A, A]) }],
	['results (Google)', { results: [{ alternatives: [{ transcript: said, words: words(['Hi', 'you', 'all.'], [A, A, A]) }] }] }],
])('fields that repeat what is said are not left out: %s', async (_, value, left = []) => {
	expect(await parseMeeting(JSON.stringify(value), 'x.json')).toMatchObject({ segments: [{ speaker: 'Mara', text: said }], leftOut: left });
});

it.each([{ items: [{}], speaker_labels: { segments: [{}] } }, { items: [{}], speaker_labels: {} }, { items: [1] }])('results that are damaged are refused: %j', async (results) => {
	await expect(parseMeeting(JSON.stringify({ results }), 'x.json')).rejects.toThrow('the file has no texts');
});

it('what is null beside the transcript does not hide it', async () => {
	const { segments } = await parseMeeting(JSON.stringify({ data: null, result: { segments: [{ speaker: 'Ada', text: 'Hi.', start: 1 }] } }), 'x.json');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada', 'Hi.']]);
});

const spokenWord = { word: 'Hi.', start: 1, end: 2 };
const spokenItem = { start_time: '1', end_time: '2', type: 'pronunciation', alternatives: [{ content: 'Hi.' }] };

it.each<[where: string, value: object]>([
	['beside words (AssemblyAI)', { words: [spokenWord], audio_duration: 2, proto: { utterances: 5 } }],
	['beside words (OpenAI)', { words: [spokenWord], proto: { text: 5 } }],
	['in results (AWS)', { results: { items: [spokenItem], proto: { speaker_labels: { segments: 7 } } } }],
	['in a time of seconds (Google)', { words: [{ ...spokenWord, start: { seconds: 1, proto: { nanos: {} } } }] }],
	['in an alternative (Deepgram)', { results: { channels: [{ alternatives: [{ words: [spokenWord], proto: { paragraphs: { paragraphs: 7 } } }] }] } }],
])('the fields of a field __proto__ are not read: %s', async (_, value) => {
	// Written as a literal, a field of this name would not be one of the object’s own.
	const text = JSON.stringify(value).replace('"proto"', '"__proto__"');
	expect(await parseMeeting(text, 'x.json')).toMatchObject({ segments: [{ text: 'Hi.', startMs: 1000, endMs: 2000 }] });
});
