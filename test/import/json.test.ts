import { parseMeeting } from '../../sandbox/import/index.ts';

type Turn = readonly [speaker: string | null, text: string, start: number, end?: number];

const words = (texts: readonly string[], more: readonly object[] = []) => texts.map((word, index) => ({ word, start: index, end: index + 0.5, ...more[index] }));
const A = { speaker: 'Mara' };
const B = { speaker: 'Jon' };

it.each<[what: string, value: unknown, turns: readonly Turn[]]>([
	['words with blanks between them (ElevenLabs)', { words: words(['Hello', ' ', 'there.', ' ', 'Bye', '.']) }, [[null, 'Hello there.', 0, 2.5], [null, 'Bye.', 4, 5.5]]],
	['words with blanks before them, in pieces (Soniox)', { tokens: words(['Hel', 'lo', ' there', '.', ' It', ' is', ' me', '.', '<end>', ' Bye', '.', '<fin>'], Array.from({ length: 12 }, (_, index) => ({ speaker: index < 9 ? '1' : '2' }))) }, [['Speaker 1', 'Hello there.', 0, 3.5], ['Speaker 1', 'It is me.', 4, 7.5], ['Speaker 2', 'Bye.', 9, 10.5]]],
	['words with blanks behind them', { words: words(['Hello ', 'there', ', ', 'it ', 'is ', 'me', '. ']) }, [[null, 'Hello there, it is me.', 0, 6.5]]],
	['pieces of words by two people', { words: words([' Hel', 'lo', 'Yes', ' you'], [A, A, B, B]) }, [['Mara', 'Hello', 0, 1.5], ['Jon', 'Yes you', 2, 3.5]]],
	['words without blanks', { words: words(['“Hello.”', '<endless>', 'fun', '!)', '', 'Bye']) }, [[null, '“Hello.”', 0, 0.5], [null, '<endless> fun!)', 1, 3.5], [null, 'Bye', 5, 5.5]]],
	['words beside their text with its signs (OpenAI)', { text: ' Hello, there. Yes. ', words: words(['hello', 'there', 'yes']) }, [[null, 'Hello, there.', 0, 1.5], [null, 'Yes.', 2, 2.5]]],
	['words beside another text', { text: 'Hello, there.', words: words(['hello', 'there', 'yes']) }, [[null, 'hello there yes', 0, 2.5]]],
	['words of people in turn, with one of nobody', { words: words(['a', 'b', 'c', 'd', 'e'], [A, {}, A, {}, B]) }, [['Mara', 'a', 0], [null, 'b', 1], ['Mara', 'c', 2], [null, 'd', 3], ['Jon', 'e', 4]]],
	['a sentence by two people, one of whose words is nobody’s', { segments: [{ text: 'Well then. Yes.', start: 0, words: words(['Well', 'then.', 'Yes.', 'Yes.'], [A, {}, A, B]).slice(0, 3) }] }, [['Mara', 'Well then. Yes.', 0]]],
	['words between those of one person', { segments: [{ text: 'Well then Yes', start: 0, ...A, words: words(['Well', 'then', 'so', 'Yes'], [A, {}, A, B]) }, { words: words(['Well', 'then', 'so', 'Yes'], [A, {}, A, B]), start: 4 }] }, [[null, 'Well then Yes', 0], ['Mara', 'Well then so', 0, 2.5], ['Jon', 'Yes', 3, 3.5]]],
	['a sentence whose words alone name the speaker (WhisperX)', { segments: [{ text: ' Hello there.', start: 0, end: 3, words: words(['Hello', 'there.'], [A, A]) }] }, [['Mara', 'Hello there.', 0, 3]]],
	['turns that have only words', { segments: [{ ...A, words: words(['Hello', 'there.', 'Bye']) }, { ...B, words: 'Yes you.', start: 9 }] }, [['Mara', 'Hello there.', 0, 1.5], ['Mara', 'Bye', 2, 2.5], ['Jon', 'Yes you.', 9]]],
	['a text in pieces, as around links (Telegram)', [{ ...A, text: ['See ', { type: 'link', text: 'x.example' }, '!'], start: 1 }], [['Mara', 'See x.example!', 1]]],
	['a text of HTML (Teams)', [{ ...A, text: { contentType: 'html', content: '<p>Hello<br>you &amp; all</p>' }, start: 1 }, { ...B, text: { content: '1 < 2 > 0' }, start: 2 }, { ...B, text: { text: 'Yes.' }, start: 4 }], [['Mara', 'Hello you & all', 1], ['Jon', '1 < 2 > 0', 2], ['Jon', 'Yes.', 4]]],
	['one who may have spoken, or two (Zoom)', [{ users: [{ username: 'Mara' }], text: 'Hi.', ts: 1 }, { users: [{ username: 'Mara' }, { username: 'Jon' }], text: 'Ho.', ts: 2 }], [['Mara', 'Hi.', 1], [null, 'Ho.', 2]]],
	['senders', [{ from: 'Mara', to: 'Jon', text: 'Hi.', start: 1 }, { from: 'Jon', text: 'Ho.', start: 2 }], [['Mara', 'Hi.', 1], ['Jon', 'Ho.', 2]]],
	['from and to as times', [{ from: 1, to: 2, text: 'Hi.' }, { from: '0:03', to: '0:04', text: 'Ho.' }], [[null, 'Hi.', 1, 2], [null, 'Ho.', 3, 4]]],
	['times in samples (Otter)', [{ ...A, text: 'Hi.', start_offset: 16_000, end_offset: 32_000 }], [['Mara', 'Hi.', 1, 2]]],
	['times in ticks (Azure)', [{ ...A, text: 'Hi.', offsetInTicks: 10_000_000 }, { ...B, text: 'Ho.', offsetInTicks: 20_000_000, durationInTicks: 5_000_000 }], [['Mara', 'Hi.', 1, 1], ['Jon', 'Ho.', 2, 2.5]]],
	['units in names', [{ ...A, text: 'Hi.', startMs: 1500, end_ms: '2500' }, { ...B, text: 'Ho.', 'Start (seconds)': 3, endSecs: '3.25' }], [['Mara', 'Hi.', 1.5, 2.5], ['Jon', 'Ho.', 3, 3.25]]],
	['times as objects', [{ ...A, text: 'Hi.', start: { relative: 1.5 } }, { ...B, text: 'Ho.', start: { seconds: '2', nanos: 500_000_000 } }, { ...B, text: 'Hm.', start: { seconds: 4 } }, { ...A, text: 'Bye.', time: { start: 5, end: 6 } }], [['Mara', 'Hi.', 1.5], ['Jon', 'Ho.', 2.5], ['Jon', 'Hm.', 4], ['Mara', 'Bye.', 5, 6]]],
	['times before the start, or without end', [{ ...A, text: 'Hi.', start: -1 }, { ...B, text: 'Ho.', start: '-2.5' }, { ...B, text: 'Hm.', start: 1e300 }, { ...B, text: 'So.', start: '3s' }], [['Mara', 'Hi.', 0], ['Jon', 'Ho.', 0], ['Jon', 'Hm.', 0.4], ['Jon', 'So.', 3]]],
	['people by their names', [{ speaker: { first_name: 'Mara', last_name: 'Holt' }, text: 'a', start: 1 }, { speaker: { id: 1, user: { email: 'jon@x.example', name: ' ' } }, text: 'b', start: 2 }, { speaker: { last_name: 'Pike', display_name: 'Jon' }, text: 'c', start: 3 }, { speaker: {}, text: 'd', start: 4 }, { speaker: { source: 'microphone' }, text: 'e', start: 5 }], [['Mara Holt', 'a', 1], ['jon@x.example', 'b', 2], ['Jon', 'c', 3], [null, 'd', 4], ['local', 'e', 5]]],
	['people by their numbers', [{ speaker: 5, text: 'a', start: 1 }, { speaker: 'spaces/x/participants/7', text: 'b', start: 2 }, { speaker: 'ch_1', text: 'c', start: 3 }, { speaker: 'system', text: 'd', start: 4 }], [['Speaker 5', 'a', 1], ['Participant 7', 'b', 2], ['Channel 2', 'c', 3], ['remote', 'd', 4]]],
])('JSON has %s', async (_, value, turns) => {
	const { segments } = await parseMeeting(JSON.stringify(value), 'x.json');
	expect(segments.map(({ speaker, text, startMs, endMs }, index) => [speaker, text, startMs / 1000, ...(turns[index]?.length === 4 ? [endMs / 1000] : [])])).toEqual(turns);
});
