import { HELLO, json, type Sample } from './sample.ts';

const words = (text: string, from: number, more: object = {}) =>
	text.split(' ').map((text, index) => ({ text, start: from + index, end: from + index + 0.5, ...more }));

const VOICES: Sample['turns'] = HELLO.map(([speaker, text, at]) => [speaker === 'Ada Quill' ? 'Speaker 0' : 'Speaker 1', text, at]);

/** The JSON of services that recognize speech. */
export const recognizers: readonly Sample[] = [
	{
		format: 'AssemblyAI',
		filename: 'x.json',
		text: json({ id: 'aa', status: 'completed', audio_duration: 12, text: HELLO.map(([, text]) => text).join(' '), words: [], utterances: HELLO.map(([speaker, text, at = 0]) => ({ speaker: speaker === 'Ada Quill' ? 'A' : 'B', text, start: at * 1000, end: at * 1000 + 900, confidence: 0.9 })) }),
		turns: HELLO.map(([speaker, text, at]) => [speaker === 'Ada Quill' ? 'Speaker A' : 'Speaker B', text, at]),
	},
	{
		format: 'AssemblyAI, one speaker',
		filename: 'x.json',
		text: json({ audio_duration: 12, utterances: null, text: 'Hello there. Bye now.', words: words('Hello there. Bye now.', 0).map(({ text, start, end }) => ({ text, start: start * 1000, end: end * 1000, speaker: null })) }),
		turns: [[null, 'Hello there.', 0], [null, 'Bye now.', 2]],
	},
	{
		format: 'Deepgram, utterances',
		filename: 'x.json',
		text: json({ metadata: { duration: 12 }, results: { channels: [{ alternatives: [{ transcript: '', words: [] }] }], utterances: HELLO.map(([speaker, transcript, at = 0]) => ({ start: at, end: at + 1, channel: 0, transcript, speaker: speaker === 'Ada Quill' ? 0 : 1, words: [] })) } }),
		turns: VOICES,
	},
	{
		format: 'Deepgram, paragraphs',
		filename: 'x.json',
		text: json({ results: { channels: [{ alternatives: [{ transcript: 'all', paragraphs: { transcript: 'all', paragraphs: HELLO.map(([speaker, text, at = 0]) => ({ speaker: speaker === 'Ada Quill' ? 0 : 1, start: at, end: at + 1, num_words: 4, sentences: [{ text, start: at, end: at + 1 }] })) } }] }] } }),
		turns: VOICES,
	},
	{
		format: 'Deepgram, words of two channels',
		filename: 'x.json',
		text: json({ results: { channels: ['Hello there.', 'Yes.'].map((text, index) => ({ alternatives: [{ transcript: text, words: words(text, index * 4).map(({ text: word, start, end }) => ({ word: word.toLowerCase(), punctuated_word: word, start, end })) }] })) } }),
		turns: [['Channel 1', 'Hello there.', 0], ['Channel 2', 'Yes.', 4]],
	},
	{
		format: 'Recall, download',
		filename: 'x.json',
		text: json([...HELLO, [null, 'Mhm.', 20] as const].map(([name, text, at = 0]) => ({ participant: { id: 1, name, is_host: true, platform: 'desktop' }, words: [{ text, start_timestamp: { relative: at, absolute: '2026-03-04T10:00:00Z' }, end_timestamp: { relative: at + 1, absolute: '2026-03-04T10:00:01Z' } }] }))),
		turns: [...HELLO, [null, 'Mhm.', 20]],
	},
	{
		format: 'Recall, older',
		filename: 'x.json',
		text: json(HELLO.map(([speaker, text, at = 0]) => ({ speaker, speaker_id: 1, language: 'en', words: [{ text, start_timestamp: at, end_timestamp: at + 1, confidence: 1 }] }))),
		turns: HELLO,
	},
	{
		format: 'the service’s own answer',
		filename: 'x.json',
		text: json({ data: { id: 'conv_1', segments: [{ text: 'Hello.', speaker: 'local', timestamp: '2026-03-04T10:00:00Z' }, { text: 'Yes.', speaker: 'remote', timestamp: '2026-03-04T10:00:04Z' }, { text: 'Mhm.', speaker: null, timestamp: '2026-03-04T10:00:09Z' }] } }),
		turns: [['local', 'Hello.', 0], ['remote', 'Yes.', 4], [null, 'Mhm.', 9]],
	},
	{
		format: 'Whisper, verbose JSON',
		filename: 'x.json',
		text: json({ task: 'transcribe', language: 'english', duration: 12, text: 'Hello there. Bye now.', segments: [{ id: 0, seek: 0, start: 0, end: 2.5, text: ' Hello there.', tokens: [1], temperature: 0 }, { id: 1, seek: 0, start: 2.5, end: 4, text: ' Bye now.', tokens: [2], temperature: 0 }] }),
		turns: [[null, 'Hello there.', 0], [null, 'Bye now.', 2.5]],
	},
	{ format: 'Whisper, JSON', filename: 'x.json', text: json({ text: 'Hello there. Bye now.' }), turns: [[null, 'Hello there.'], [null, 'Bye now.']] },
	{
		format: 'WhisperX, diarised',
		filename: 'x.json',
		text: json({ segments: HELLO.map(([speaker, text, at = 0]) => ({ start: at, end: at + 1, text: ` ${text}`, speaker: speaker === 'Ada Quill' ? 'SPEAKER_00' : 'SPEAKER_01', words: [{ word: 'x', start: 0 }] })), word_segments: [] }),
		turns: HELLO.map(([speaker, text, at]) => [speaker === 'Ada Quill' ? 'SPEAKER_00' : 'SPEAKER_01', text, at]),
	},
	{
		format: 'whisper.cpp',
		filename: 'x.json',
		text: json({ systeminfo: 'AVX = 1 | AVX2 = 1', transcription: [{ timestamps: { from: '00:00:00,000', to: '00:00:02,500' }, offsets: { from: 0, to: 2500 }, text: ' Hello there.' }, { timestamps: { from: '00:00:02,500', to: '00:00:04,000' }, offsets: { from: 2500, to: 4000 }, text: ' Bye now.' }] }),
		turns: [[null, 'Hello there.', 0], [null, 'Bye now.', 2.5]],
		leftOut: 1,
	},
	{
		format: 'Whisper in Transformers',
		filename: 'x.json',
		text: json({ text: 'Hello there. Bye now.', chunks: [{ timestamp: [0, 2.5], text: ' Hello there.' }, { timestamp: [2.5, null], text: ' Bye now.' }] }),
		turns: [[null, 'Hello there.', 0], [null, 'Bye now.', 2.5]],
	},
	{
		format: 'Whisper, printed',
		filename: 'x.txt',
		text: '[00:00.000 --> 00:02.500]  Hello there.\n[00:02.500 --> 00:04.000]  Bye now.\n',
		turns: [[null, 'Hello there.', 0], [null, 'Bye now.', 2.5]],
	},
	{
		format: 'Rev',
		filename: 'x.json',
		text: json({ monologues: HELLO.map(([speaker, text, at = 0]) => ({ speaker: speaker === 'Ada Quill' ? 0 : 1, elements: text.split(/([,.?:]? |[.?]$)/).filter((value) => value !== '').map((value) => (/\w/.test(value) ? { type: 'text', value, ts: at, end_ts: at + 1, confidence: 1 } : { type: 'punct', value })) })) }),
		turns: [['Speaker 0', 'Hello, shall we start?', 0], ['Speaker 1', 'Yes.', 4], ['Speaker 1', 'The draft is ready.', 4], ['Speaker 0', 'Remember: it goes out on Friday.', 9]],
	},
	...[true, false].map((onItems): Sample => ({
		format: `AWS Transcribe, speakers ${onItems ? 'with the words' : 'apart'}`,
		filename: 'x.json',
		text: json({
			jobName: 'pilot',
			results: {
				transcripts: [{ transcript: 'Hello there. Yes.' }],
				...(!onItems && { speaker_labels: { speakers: 2, segments: [{ speaker_label: 'spk_0', start_time: '0.0', items: [{ start_time: '0.0', speaker_label: 'spk_0' }, { start_time: '0.5', speaker_label: 'spk_0' }] }, { speaker_label: 'spk_1', items: [{ start_time: '4.0', speaker_label: 'spk_1' }] }] } }),
				items: [['Hello', '0.0', 'spk_0'], ['there', '0.5', 'spk_0'], ['.'], ['Yes', '4.0', 'spk_1'], ['.']].map(([content, start_time, speaker_label]) => ({ type: start_time === undefined ? 'punctuation' : 'pronunciation', alternatives: [{ confidence: '0.9', content }], start_time, ...(onItems && { speaker_label }) })),
			},
			status: 'COMPLETED',
		}),
		turns: [['spk_0', 'Hello there.', 0], ['spk_1', 'Yes.', 4]],
	})),
	{
		format: 'Google Speech-to-Text, with speakers',
		filename: 'x.json',
		text: json({ results: [{ alternatives: [{ transcript: 'Hello there. Yes.', words: words('Hello there. Yes.', 0).map(({ text: word, start }) => ({ word, startTime: `${start}.100s` })) }] }, { alternatives: [{ words: words('Hello there. Yes.', 0).map(({ text: word, start }) => ({ word, startTime: `${start}.100s`, speakerTag: start < 2 ? 1 : 2 })) }] }] }),
		turns: [['Speaker 1', 'Hello there.', 0.1], ['Speaker 2', 'Yes.', 2.1]],
	},
	{
		format: 'Speechmatics',
		filename: 'x.json',
		text: json({ metadata: { type: 'transcription' }, results: [['word', 'Hello', 0, 'S1'], ['word', 'there', 0.5, 'S1'], ['punctuation', '.', 0.9, 'S1'], ['word', 'Yes', 4, 'S2'], ['punctuation', '.', 4.3, 'S2']].map(([type, content, start, speaker]) => ({ type, start_time: start, end_time: Number(start) + 0.3, alternatives: [{ content, speaker, confidence: 0.9 }, { content: 'other' }] })) }),
		turns: [['S1', 'Hello there.', 0], ['S2', 'Yes.', 4]],
	},
	{
		format: 'Azure',
		filename: 'x.json',
		text: json({ combinedRecognizedPhrases: [{ channel: 0, display: 'Hello there. Yes, I am.' }], recognizedPhrases: [['Hello there.', 1], ['Yes, I am.', 4]].map(([display, second]) => ({ channel: 0, speaker: second, offset: `PT${second}S`, offsetInTicks: Number(second) * 10_000_000, durationInTicks: 5_000_000, nBest: [{ confidence: 0.9, lexical: 'hello', display }, { display: 'other' }] })) }),
		turns: [['Speaker 1', 'Hello there.', 1], ['Speaker 4', 'Yes, I am.', 4]],
	},
	{ format: 'Google Speech-to-Text, without words', filename: 'x.json', text: json({ results: [{ alternatives: [{ transcript: 'hello there' }] }, { alternatives: [{ transcript: ' bye now' }] }] }), turns: [[null, 'hello there'], [null, 'bye now']] },
	...['', '&nbsp;'].map((blank): Sample => ({
		format: `oTranscribe, ${blank === '' ? 'without blanks' : 'with blanks'}`,
		filename: 'x.otr',
		text: JSON.stringify({ text: HELLO.map(([speaker, text, at = 0]) => `<p><span class="timestamp" contenteditable="false" data-timestamp="${at}.1">00:0${at}</span>${blank}<b>${speaker}:</b> ${text.replace(' ', '<br />').replace('goes', '<i>goes</i>')}</p>`).join(''), media: 'call.mp3', 'media-time': 12.5 }),
		turns: HELLO,
	})),
	{ format: 'oTranscribe, one paragraph', filename: 'x.otr', text: JSON.stringify({ text: '<p>Hello &amp; welcome.</p>', media: '' }), turns: [[null, 'Hello & welcome.']] },
	{ format: 'oTranscribe, without speakers', filename: 'x.otr', text: JSON.stringify({ text: '<p>Hello</p><p>so<br>and so</p>', media: '' }), turns: [[null, 'Hello'], [null, 'so and so']] },
];
