import { parseMeeting } from '../../sandbox/import/index.ts';

const TURNS = 'Mara: Shall we begin?\nJon: Yes please.\nMara: Good.\nJon: Bye.';

/** What each file is called, and two examples where its lines differ. */
const refused: [name: string, ...texts: string[]][] = [
	['a Scenarist closed caption file (SCC)', 'Scenarist_SCC V1.0\n\n00:00:00:00\t9420'],
	['a MicroDVD subtitle file', '{10}{25}Hello.\n{30}{}Yes.', '{1}{}Hello.'],
	['an MPL2 subtitle file', '[10][25]Hello.', '[10][]Hello.'],
	['a Spruce subtitle file (STL)', '//Font select and font size\n$FontName = Arial\n00:00:01:00 , 00:00:02:00 , Hello.'],
	['a QuickTime text file', '{QTtext} {font:Tahoma}\n[00:00:01.00]\nHello.', '{qttext}'],
	['a web page', '<!DOCTYPE html>\n<body>Hello.', ' <html>', '<?xml version="1.0"?>\n<html lang="en">\n<p><tt>Hello.</tt>'],
	['a SAMI subtitle file', '<SAMI>\n<BODY>', ' <sami>'],
	['an XML file', ' <?xml version="1.0"?>\n<timedtext format="3">', '<project name="a">', '<project> <clip/>', '<?XML version="1.0"?>'],
	['a rich text document (RTF)', '{\\rtf1\\ansi Hello.'],
	['a calendar file', 'BEGIN:VCALENDAR\nVERSION:2.0', 'begin:vcalendar'],
	['a contact card (vCard)', 'BEGIN:VCARD\nFN:Mara Holt', 'begin:vcard'],
	['a Praat TextGrid', 'File type = "ooTextFile"\nObject class = "TextGrid"'],
	[
		'an e-mail',
		'From: Ada\nTo: Ben\nDate: Mon, 2 Mar 2026\nSubject: Notes\n\nHello.',
		'Delivered-To: ben@lind.example\nReceived: by 2002:a05 with SMTP\n        Mon, 2 Mar 2026\nFrom: Ada\nTo: Ben\nSubject: Notes',
		'von : Ada\ngesendet : 2. März\nan : Ben\nbetreff : Notizen',
		'De : Ada\nÀ : Ben\nObjet : Notes',
		'De: Ada\nEnviado el: lunes\nPara: Ben\nAsunto: Notas',
	],
	['a LaTeX document', '% by Mara\n\\documentclass{article}\nHello.'],
	['a list of changes (diff)', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-hello: a'],
	['a list of speakers without words (RTTM)', 'SPEAKER call 1 0.50 2.30 <NA> <NA> spk0', 'SPKR-INFO call 1 <NA> <NA>'],
	['a list of words with times (CTM)', 'call 1 0.50 0.30 hello\ncall 1 0.80 0.25 there'],
	['an edit decision list (EDL)', 'TITLE: WEEKLY\n001  AX  V  C  01:00:00:00 01:00:05:00 00:00:00:00 00:00:05:00', '001  AX  V  C  01:00:00;00  01:00:05;00\t00:00:00;00 00:00:05;00'],
	['a translation file (PO)', 'msgid "Hello"\nmsgstr "Hallo"'],
	[
		'a log',
		'2026-03-04T10:00:00Z INFO server: started\n[2026/03/04 10:00:01] server.WARNING: slow',
		'Mar  4 10:00:00 host sshd[123]: Accepted key\nMar 14 10:00:01 host cron[12]: job started',
		'info: started\n[DEBUG] step\nWARN step\nerror: stop',
		'WARN slow\nWarning: slow',
		'192.0.2.1 ident mara [04/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200\n192.0.2.1 - jon [04/Mar/2026:10:00:01 +0000] "GET / HTTP/1.1" 200',
		'::1 - - [04/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200\n::1 - - [04/Mar/2026:10:00:01 +0000] "GET / HTTP/1.1" 200',
	],
	['a settings file (INI, TOML)', '[main]\nname = Mara\nhost: example', '; by Mara\n# more\n[tool.main part]\nname=Mara'],
	['a YAML file', 'segments:\n  - speaker: Mara\n    text: Shall we begin?\n  - speaker: Jon\n    text:', '- - said\n- "speaker": Mara\n  text: Hello.\n- speaker: Jon\n  text: Yes.\n- x'],
	[
		'a program',
		'#!/bin/sh\necho hello',
		'HTTP/1.1 200 OK\nServer: x',
		'Traceback (most recent call last):\n  File "a.py", line 1',
		'int main() {\n  say();\n}',
		'name = "Mara"\ntimes=3',
		'import os\nfrom a.b import c\nprint',
		'class Talk:\n    def say(self):\n        pass',
		'#include <stdio.h>\n#include "a.h"\nx',
		'import { a } from \'b\'\nexport * from "c"\nx',
	],
];

describe.each(refused)('%s', (name, ...texts) => {
	it.each(texts)('is refused by its name: %j', async (text) => {
		await expect(parseMeeting(text, 'x.txt')).rejects.toThrow(`line 1: this is ${name}; `);
	});

	it.each(texts)('may be what somebody tells: %j', async (text) => {
		const lines = text.split('\n').filter((line) => line.trim() !== '').map((line) => `Mara: so ${line.trim()}`);
		expect((await parseMeeting([...lines, TURNS].join('\n'), 'x.txt')).segments.at(-1)?.text).toBe('Bye.');
	});
});

const accepted: [what: string, text: string, filename?: string][] = [
	['one line like an entry of a log', `INFO for all: we begin.\n${TURNS}`],
	['one line like words with times', 'a b 1.5 2.5 Hello.'],
	['lists in small letters', '- mara: Hello.\n- jon: Yes.\n- mara: Bye.'],
	['names in brackets', '[Mara]\nHello.\n[Jon]\nYes: I said so.'],
	['names in brackets before notes', '[Mara]\nHello: all.\n[Jon]\nYes: so.'],
	['lines that end like a program’s', 'Mara: We go;\nJon: and go on.'],
	['two lines that begin like a program’s', 'import the file\nfrom here import it or not\nclass begins at ten'],
	['a class above', 'class Talk:\nMara: Hello.\nJon: Yes.\nMara: Bye.'],
	['an interview about mail', 'Subject: Hello.\nVan: Yes.\nSubject: Good.\nVan: Bye.'],
	['chats with the day and the hour', 'Nov 25 14:02:01 Mara Holt: Hello.\nNov 25 14:03:01 Jon Pike: Yes.\nNov 25 14:05:01 Mara Holt: Bye.'],
	['dates before names', '2026-11-25 14:02:01 Mara: Hello.\n2026-11-25 14:03:01 Jon: Yes.'],
	['names in angle brackets', '<Mara> Hello.\n<Jon> Yes.\n<Mara> Bye.'],
	['words like those of logs within', 'Mara: at 2026-03-04 10:00:00 info\nJon: the error\nMara: see a b c [04/Mar/2026:10\nJon: Mar 14 10:00:01 host cron[12]: job'],
	['the levels of logs within', 'Mara: an error\nJon: no error\nMara: see info'],
	['the moments of logs within', 'Mara: at 2026-03-04 10:00:00 info\nJon: at 2026-03-04 10:00:01 info'],
	['the requests of logs within', 'Mara: see a b c [04/Mar/2026:10\nJon: see a b c [04/Mar/2026:11'],
	['the processes of logs within', 'Mara: Mar 14 10:00:01 host cron[12]: job\nJon: Mar 14 10:00:02 host cron[12]: job'],
	['a log’s level in a word', 'so: informal\nxinfo here\nerrors: two\nwarned: all'],
	['one mark of a program', '{ so\nwe; go\nand a = b\nat last'],
	['mail headers as words', 'Mara: is it\nJon: so to: me\nMara: so from: you\nJon: so subject: all'],
	['a sender alone', 'From: Mara\nHello: all.\nTo: all\nso we go.\nMara: Bye.'],
	['marks of formats within', 'so [Script Info]\nMara: Dialogue: 0,0:00:01.00,x\nJon: <tt> and WEBVTT\nMara: {"text"'],
	['WEBVTT in a word', 'WEBVTTs: Hello.\nJon: Yes.\nWEBVTTs: Bye.'],
	['numbers behind two words', 'so: a b 1.5 2.5 we\nand a b 3.5 4.5 go'],
	['rounds in brackets', 'Mara = host\nJon = guest [so]\n[so] and on'],
	['what follows after hundreds of lines', `${TURNS.concat('\n').repeat(60)}\\documentclass\nMara: is what I wrote.`],
];

it.each(accepted)('%s: this may be a transcript', async (_, text, filename = 'x.txt') => {
	expect((await parseMeeting(text, filename)).segments.length).toBeGreaterThan(0);
});

it.each<[what: string, text: string, filename?: string]>([
	['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello.'],
	['WebVTT with a title', 'WEBVTT - Weekly\n\n00:01.000 --> 00:02.000\nHello.'],
	['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello.'],
	['TTML', ' <tt\nxml:lang="en"><body><p begin="1s">Hello.</p></body></tt>'],
	['TTML with a prefix', '<?xml version="1.0"?><tts:tt xml:lang="en"><tts:p begin="1s">Hello.</tts:p></tts:tt>'],
	['TTML without attributes', '<?xml version="1.0"?>\n<tt>\n<p begin="1s">Hello.</p></tt>'],
	['dialogue without its head', 'Format: Layer, Start, End, Text\nDialogue: Marked=0,10:00:01.00,10:00:02.00,Hello.'],
	['JSON', ' { "text": "Hello." }'],
	['JSON on lines', '{\n"text": "Hello." }'],
	['a list', ' [ { "text": "Hello." } ]'],
	['a list on lines', '[\n{ "text": "Hello." } ]'],
	['a table', 'Speaker,Start,Text\nMara,0:01,Hello.'],
	['records', 'Speaker: Mara\nText: Hello.\n\nSpeaker: Mara\nText: Hello.'],
])('%s is read as such', async (_, text, filename = 'x') => {
	const { segments, leftOut } = await parseMeeting(text, filename);
	expect(segments[0]).toMatchObject({ speaker: segments[0]?.speaker && 'Mara', text: 'Hello.' });
	expect(leftOut).toEqual([]);
});

it.each(['Von;Bis;Wer;Was gesagt wurde\n0:01;0:03;Ada;Hi.\n0:04;0:06;Ben;Ho.', 'Who said it,What they said,At\nAda,Hi.,0:01\nBen,Ho.,0:04'])('a table whose columns are called as people say it: %j', async (text) => {
	expect((await parseMeeting(text, 'x.csv')).segments).toMatchObject([{ speaker: 'Ada', text: 'Hi.', startMs: 1000 }, { speaker: 'Ben', text: 'Ho.', startMs: 4000 }]);
});

it('the file name counts where the content says nothing', async () => {
	await expect(parseMeeting('[so', 'x.JSON')).rejects.toThrow('not valid JSON');
	await expect(parseMeeting('one,two\nthree,four', 'x.TSV')).rejects.toThrow('the first row of this table does not say which column has what was said');
	for (const name of ['x.json.txt', 'x.csv.txt', 'x.tsv']) expect((await parseMeeting('[so] we go\nand on', name)).segments).toHaveLength(1);
	expect((await parseMeeting('so, we go\nand, on', 'x.csv.txt')).segments).toHaveLength(1);
	expect((await parseMeeting('so, we go\nand on', 'x.csv')).segments).toHaveLength(1);
	await expect(parseMeeting(`${'one,two\n'.repeat(5)}and on`, 'x.csv')).rejects.toThrow('the first row of this table does not say which column has what was said');
});
