import { recognizers } from './recognizers.ts';
import { HELLO, json, type Sample } from './sample.ts';

/** Files as exporters write them, made up for the tests. */
export const samples: readonly Sample[] = [
	{
		format: 'Google Meet, text',
		filename: 'x.txt',
		text: `Quillbrook pilot (2026-03-04 10:00 GMT) - Transcript
Attendees
Ada Quill, Ben Brook

Transcript
This editable transcript was computer generated and might contain errors. People can also change the text after it was created.

00:00:00
\u0020
Ada Quill: Hello, shall we start?
Ben Brook: Yes. The draft is ready.
\u0020
00:05:00
\u0020
Ada Quill: Remember: it goes out on Friday.
\u0020
Transcription ended after 00:06:10

This editable transcript was computer generated and might contain errors.
`,
		title: 'Quillbrook pilot',
		turns: [['Ada Quill', 'Hello, shall we start?', 0], ['Ben Brook', 'Yes. The draft is ready.'], ['Ada Quill', 'Remember: it goes out on Friday.', 300]],
		leftOut: 6,
	},
	{
		format: 'Google Meet, Markdown with notes',
		filename: 'x.md',
		text: `# 📝 Notes
Mar 4, 2026
## Quillbrook pilot
Invited Ada Quill
### Summary
Friday was agreed.
# 📖 Transcript
Mar 4, 2026
## Quillbrook pilot - Transcript
### 00:00:00
\u0020
**Ada Quill:** Hello, shall we start?
**Ben Brook:** Yes. The draft is ready.
### 00:05:00
\u0020
**Ada Quill:** Remember: it goes out on Friday.
### Transcription ended after 00:06:10
*This editable transcript was computer generated and might contain errors.*`,
		title: 'Quillbrook pilot',
		leftOut: 10,
		turns: [['Ada Quill', 'Hello, shall we start?', 0], ['Ben Brook', 'Yes. The draft is ready.'], ['Ada Quill', 'Remember: it goes out on Friday.', 300]],
	},
	{
		format: 'Otter, text with times',
		filename: 'x.txt',
		text: 'Ada Quill  0:00  \nHello, shall we start?\n\nBen Brook  0:04  \nYes. The draft is ready.\n\nAda Quill  0:09  \nRemember: it goes out on Friday.\n\nUnknown Speaker  1:10  \nBye.\n\nTranscribed by https://otter.ai\n',
		turns: [...HELLO, [null, 'Bye.', 70]],
		leftOut: 1,
	},
	{
		format: 'Otter, text without times',
		filename: 'x.txt',
		text: 'Ada Quill\nHello, shall we start?\n\nBen\nYes. The draft is ready.\n\nAda Quill\nRemember: it goes out on Friday.\n\nBen\nFine.\n\nTranscribed by https://otter.ai',
		turns: [['Ada Quill', 'Hello, shall we start?'], ['Ben', 'Yes. The draft is ready.'], ['Ada Quill', 'Remember: it goes out on Friday.'], ['Ben', 'Fine.']],
		leftOut: 1,
	},
	{
		format: 'Otter, text with summary on top',
		filename: 'x.txt',
		text: 'Quillbrook pilot\nWed, Mar 04, 2026 10:00AM • 6:10\n\nSUMMARY KEYWORDS\ndraft, friday\n\nSPEAKERS\nAda Quill, Ben Brook\n\nAda Quill  00:00\nHello, shall we start?\n\nBen Brook  00:04\nYes. The draft is ready.\n\nAda Quill  00:09\nRemember: it goes out on Friday.\n',
		title: 'Quillbrook pilot',
		turns: HELLO,
		leftOut: 5,
	},
	{
		format: 'Otter, text without names',
		filename: 'x.txt',
		text: '0:00  \nHello, shall we start?\n\n0:04  \nYes. The draft is ready.\n\nTranscribed by https://otter.ai\n',
		turns: [[null, 'Hello, shall we start?', 0], [null, 'Yes. The draft is ready.', 4]],
		leftOut: 1,
	},
	{
		format: 'Zoom, saved captions in blocks',
		filename: 'meeting_saved_closed_caption.txt',
		text: '[Ada Quill] 23:59:58\nHello, shall we start?\n\n[Ben Brook] 00:00:02\nYes. The draft is ready.\n\n[Ada Quill] 00:00:07\nRemember: it goes out on Friday.\n',
		turns: HELLO,
	},
	{
		format: 'Zoom, WebVTT',
		filename: 'x.vtt',
		text: 'WEBVTT\n\n1\n00:00:00.000 --> 00:00:03.000\nAda Quill: Hello, shall we start?\n\n2\n00:00:04.000 --> 00:00:06.000\nBen Brook: Yes.\n\n3\n00:00:07.000 --> 00:00:08.000\nThe draft is ready.\n\n4\n00:00:09.000 --> 00:00:10.000\nAda Quill: Remember: Friday.\n\n5\n00:00:10.000 --> 00:00:11.000\nAda Quill: That is all.\n',
		turns: [['Ada Quill', 'Hello, shall we start?', 0], ['Ben Brook', 'Yes.', 4], [null, 'The draft is ready.', 7], ['Ada Quill', 'Remember: Friday.', 9], ['Ada Quill', 'That is all.', 10]],
	},
	{
		format: 'Microsoft Teams, WebVTT',
		filename: 'x.vtt',
		text: 'WEBVTT\n\n4f0c-1/12-0\n00:00:00.000 --> 00:00:03.000\n<v Ada Quill>Hello, shall we start?</v>\n\n00:00:04.000 --> 00:00:06.000\n<v Ben Brook>Yes. The\ndraft is ready.</v>\n\n00:00:07.000 --> 00:00:08.000\nMhm.\n\n00:00:09.000 --> 00:00:10.000\n<v Ada Quill>Remember: it goes out on Friday.</v>\n',
		turns: [HELLO[0]!, HELLO[1]!, [null, 'Mhm.', 7], HELLO[2]!],
	},
	{
		format: 'Microsoft Teams, text of the document',
		filename: 'x.txt',
		text: 'Quillbrook pilot-20260304_100000-Meeting Recording\nMarch 4, 2026, 10:00AM\n6m 10s\n\nAda Quill started transcription\n\nAda Quill   0:00\nHello, shall we start?\n\nBen Brook   0:04\nYes. The draft is ready.\n\nAda Quill   0:09\nRemember: it goes out on Friday.\n\nAda Quill stopped transcription\n',
		title: 'Quillbrook pilot',
		turns: HELLO,
		leftOut: 4,
	},
	{
		format: 'Microsoft Teams, text of the older document',
		filename: 'x.txt',
		text: '0:0:0.0 --> 0:0:3.12\nAda Quill\nHello, shall we start?\n\n0:0:4.0 --> 0:0:6.9\nBen Brook\nYes. The draft is ready.\n\n0:0:9.0 --> 0:0:11.0\nAda Quill\nRemember: it goes out on Friday.\n',
		turns: HELLO,
	},
	{
		format: 'Fathom, text',
		filename: 'x.txt',
		text: 'Quillbrook pilot - March 04\nVIEW RECORDING - 6 mins (No highlights): https://fathom.example/calls/1\n\n---\n\n0:00 - Ada Quill\n  Hello, shall we start?\n\n0:04 - Ben Brook (Brook & Co)\n  Yes. The draft is ready.\n  ACTION ITEM: Send the draft - WATCH: https://fathom.example/calls/1?timestamp=4\n\n0:09 - Ada Quill\n  Remember: it goes out on Friday.\n',
		title: 'Quillbrook pilot - March 04',
		turns: [HELLO[0]!, ['Ben Brook (Brook & Co)', 'Yes. The draft is ready.', 4], HELLO[2]!],
		leftOut: 2,
	},
	{
		format: 'Fathom, JSON',
		filename: 'x.json',
		text: json({ transcript: HELLO.map(([display_name, text, at]) => ({ speaker: { display_name, matched_calendar_invitee_email: null }, text, timestamp: `00:00:0${at}` })) }),
		turns: HELLO,
	},
	{
		format: 'Read.ai, text',
		filename: 'x.txt',
		text: 'Quillbrook pilot\n\n0:00 | Ada Quill\nHello, shall we start?\n\n0:04 | Ben Brook\nYes. The draft is ready.\n\n0:09 | Ada Quill\nRemember: it goes out on Friday.\n',
		title: 'Quillbrook pilot',
		turns: HELLO,
	},
	{
		format: 'Read.ai, JSON',
		filename: 'x.json',
		text: json({ title: 'Pilot', summary: 'They agreed on Friday.', transcript: { speakers: [{ name: 'Ada Quill' }], speaker_blocks: HELLO.map(([name, text, at = 0]) => ({ start_time: 1_772_600_000_000 + at * 1000, end_time: 1_772_600_000_500 + at * 1000, speaker: { name }, words: text })) } }),
		title: 'Pilot',
		turns: HELLO,
		leftOut: 1,
	},
	{
		format: 'Krisp, text',
		filename: 'x.txt',
		text: 'Ada Quill | 00:00\nHello, shall we start?\nBen Brook | 00:04\nYes. The draft is ready.\nAda Quill | 00:09\nRemember: it goes out on Friday.\n',
		turns: HELLO,
	},
	{
		format: 'tl;dv, text',
		filename: 'x.txt',
		text: '[00:00] Ada Quill: Hello, shall we start?\n[00:04] Ben Brook: Yes. The draft is ready.\n[00:07] Mhm.\n[00:09] Ada Quill: Remember: it goes out on Friday.\n',
		turns: [HELLO[0]!, HELLO[1]!, [null, 'Mhm.', 7], HELLO[2]!],
	},
	{
		format: 'tl;dv, JSON',
		filename: 'x.json',
		text: json({ id: '1', meetingId: '2', data: HELLO.map(([speaker, text, at = 0]) => ({ speaker, text, startTime: at, endTime: at + 2 })) }),
		turns: HELLO,
	},
	{
		format: 'Granola, text with notes',
		filename: 'x.txt',
		text: 'Meeting Title: Quillbrook pilot\nDate: Mar 4\nMeeting participants: Ada Quill, Ben Brook\n\nNotes:\n- Friday was agreed\n- Owner: Ben\n\nTranscript:\n\u0020\nMe: Hello, shall we start?  \nThem: Yes. The draft is ready.  \nMe: Remember: it goes out on Friday.',
		title: 'Quillbrook pilot',
		turns: [['local', 'Hello, shall we start?'], ['remote', 'Yes. The draft is ready.'], ['local', 'Remember: it goes out on Friday.']],
		leftOut: 6,
	},
	{
		format: 'Granola, JSON',
		filename: 'x.json',
		text: json(HELLO.map(([speaker, text, at]) => ({ source: speaker === 'Ada Quill' ? 'microphone' : 'system', text, start_timestamp: `2026-03-04T10:00:0${at}.000Z`, end_timestamp: `2026-03-04T10:00:1${at}.000Z` }))),
		turns: HELLO.map(([speaker, text, at]) => [speaker === 'Ada Quill' ? 'local' : 'remote', text, at]),
	},
	{
		format: 'Fireflies, downloaded JSON',
		filename: 'x.json',
		text: json(HELLO.map(([speaker_name, sentence, at]) => ({ sentence, startTime: `00:0${at}`, endTime: `00:1${at}`, speaker_name, speaker_id: 0 }))),
		turns: HELLO,
	},
	{
		format: 'Fireflies, answer of the API',
		filename: 'x.json',
		text: json({ data: { transcript: { id: 'ff', title: 'Pilot', sentences: HELLO.map(([speaker_name, text, at = 0], index) => ({ index, speaker_name, speaker_id: 0, text, raw_text: text, start_time: at, end_time: at + 1 })), summary: { overview: 'They agreed on Friday.' } } } }),
		title: 'Pilot',
		turns: HELLO,
		leftOut: 1,
	},
	...recognizers,
	{
		format: 'SubRip',
		filename: 'x.srt',
		text: '1\n00:00:00,000 --> 00:00:02,000\nAda Quill: Hello, shall we start?\n\n2\n00:00:04,000 --> 00:00:05,000\nBen: Yes.\n\n3\n00:00:06,000 --> 00:00:07,000\nThe draft is ready.\n\n4\n00:00:09,000 --> 00:00:10,000\nAda Quill: Remember: Friday.\n\n5\n00:00:11,000 --> 00:00:12,000\n- Fine.\n- Bye.\n\n6\n00:00:13,000 --> 00:00:14,000\nSee you.\n',
		turns: [['Ada Quill', 'Hello, shall we start?', 0], ['Ben', 'Yes.', 4], ['Ben', 'The draft is ready.', 6], ['Ada Quill', 'Remember: Friday.', 9], [null, 'Fine.', 11], [null, 'Bye.', 11], [null, 'See you.', 13]],
	},
	{ format: 'SBV', filename: 'x.sbv', text: '0:00:00.000,0:00:02.000\nAda Quill: Hello, shall we start?\n\n0:00:04.000,0:00:05.000\nBen Brook: Yes. The draft is ready.\n', turns: [HELLO[0]!, HELLO[1]!] },
	{ format: 'plain text', filename: 'x.txt', text: 'Speaker 1: Hello, shall we start?\nSpeaker 2: Yes.\nSPEAKER_03: No.', turns: [['Speaker 1', 'Hello, shall we start?'], ['Speaker 2', 'Yes.'], ['SPEAKER_03', 'No.']] },
	{ format: 'Rev, text', filename: 'x.txt', text: 'Speaker 1 (00:00):\nHello, shall we start?\n\nSpeaker 2 (00:04):\nYes.\n', turns: [['Speaker 1', 'Hello, shall we start?', 0], ['Speaker 2', 'Yes.', 4]] },
	...([['f4', '\n\n'], ['f4, without empty lines', '\n'], ['f4, times on both ends', '\n', ['#00:00:00-0# ', '#00:00:04-3# ', '#00:00:09-1# ']]] as const).map(([format, between, starts = []]): Sample => ({
		format,
		filename: 'x.txt',
		text: ['I: Hello, shall we start? #00:00:04-3#', 'B: Yes. It is here. #00:00:07-0# All of it. #00:00:09-1#', 'I: Remember: it goes out. #00:00:12-0#', 'B: Yes.'].map((line, index) => `${starts[index] ?? ''}${line}`).join(between),
		turns: [['I', 'Hello, shall we start?', 0], ['B', 'Yes. It is here. All of it.', 4.3], ['I', 'Remember: it goes out.', 9.1], ['B', 'Yes.', 12]],
	})),
	{ format: 'f4, lines that were wrapped, below a title', filename: 'x.txt', text: 'Bexley\n\nI: Hello. #00:00:04#\nB: Yes. It is here,\nall of it. #00:01:09#\nI: Good. #0:01:12-0#\nB: Bye. #0:01:13-0#', title: 'Bexley', turns: [['I', 'Hello.', 0], ['B', 'Yes. It is here, all of it.', 4], ['I', 'Good.', 69], ['B', 'Bye.', 72]] },
	{ format: 'f4, below its title', filename: 'x.txt', text: 'Talk with Bexley\n\nI: Hello. #00:00:04-0#\nB: Yes. #00:00:07-0#\nI: Good. #00:00:09-0#', title: 'Talk with Bexley', turns: [['I', 'Hello.', 0], ['B', 'Yes.', 4], ['I', 'Good.', 7]] },
	{ format: 'f4, times on lines of their own', filename: 'x.txt', text: '#00:00:01-0#\nHello.\n\n#00:00:04-3#\nYes.\n\n#00:00:09-1#\nGood.', turns: [[null, 'Hello.', 1], [null, 'Yes.', 4.3], [null, 'Good.', 9.1]] },
];
