import { parseMeeting } from '../../sandbox/import/index.ts';

/** Who speaks a line between turns of others, and what: `?` if that is in doubt, and `-` if it goes on with the turn above. */
async function turnOf(line: string): Promise<string> {
	const { segments, notes } = await parseMeeting(`Mara: One.\nand so on\nJon: Two.\n${line}\nMara: Three.\nJon: Four.`, 'x.txt');
	const [, , third] = segments;
	return segments.length === 4 ? '-' : third?.speaker == null ? `?${/“(.*)”/.exec(notes.join())?.[1]}` : `${third.speaker}|${third.text}`;
}

it.each([
	['Ada Quill: yes', 'Ada Quill|yes'],
	['Ada : yes', 'Ada|yes'],
	['Ada:\tyes', 'Ada|yes'],
	['Ada von der Quill: yes', 'Ada von der Quill|yes'],
	['Ada Maria B. C. Quill Jones: yes', 'Ada Maria B. C. Quill Jones|yes'],
	['Dr. Ada Quill (she/her): yes', 'Dr. Ada Quill (she/her)|yes'],
	['Quill, Ada Maria: yes', 'Quill, Ada Maria|yes'],
	['Quill, Ada, Dr.: yes', 'Quill, Ada, Dr.|yes'],
	['ada@lind.example: yes', 'ada@lind.example|yes'],
	['+1 555-0100: yes', '+1 555-0100|yes'],
	['(030) 123456: yes', '(030) 123456|yes'],
	['ada | acme: yes', 'ada | acme|yes'],
	['张三：好', '张三|好'],
	['محمد: نعم', 'محمد|نعم'],
	['محمد عبد الرحمن علي: نعم', 'محمد عبد الرحمن علي|نعم'],
	['"Ada" Quill: yes', '"Ada" Quill|yes'],
	['*Ada*: yes', 'Ada|yes'],
	['**Ada:** yes', 'Ada|yes'],
	['[Ada]: yes', 'Ada|yes'],
	['<Ada>: yes', 'Ada|yes'],
	['Ada [Host]: yes', 'Ada [Host]|yes'],
	['ADA [angry] : yes', 'ADA|[angry] yes'],
	['Ada [sales team] Quill: yes', 'Ada [sales team] Quill|yes'],
	['Min So de Vries: yes', 'Min So de Vries|yes'],
	['‘Ada’: yes', '‘Ada’|yes'],
	['Hanako Watanabe 渡辺花子: はい', 'Hanako Watanabe 渡辺花子|はい'],
	['I: yes', 'I|yes'],
	['Why: yes', 'Why|yes'],
	['Mara (Host): yes', 'Mara (Host)|yes'],
	['Mara 2: yes', 'Mara 2|yes'],
	['Mara 2 Office: yes', 'Mara 2 Office|yes'],
	['Step 12345: yes', 'Step 12345|yes'],
	['local: yes', 'local|yes'],
	['remote: yes', 'remote|yes'],
	[`${'Ada '.repeat(5)}A${'d'.repeat(57)}: yes`, `${'Ada '.repeat(5)}A${'d'.repeat(57)}|yes`],
])('a name begins a turn: %s', async (line, turn) => {
	expect(await turnOf(line)).toBe(turn);
});

it.each(['x: yes', 'ada: yes', 'ada quill: yes', 'ada maria quill: yes', 'Quill,: yes', 'ada@lind: yes', 'ada@lind.example now: yes', '@ada@lind.example: yes', '• Ada: yes', '1) Ada: yes', 'Agenda: yes', 'Jon asked: why?', 'Jon told me: why?', 'Ada:hello', 'Ada:"hello"', 'Ada:¿hola', '😀: yes', 'Mar: yes', 'M: yes', 'Mara Holt: yes', 'Mara and: no', 'Quill, Ada, Dr., MBA: yes', 'The Boss: yes', 'A Caller: yes', 'Ein Nachbar: ja', 'Un Voisin: oui', 'Ada (sales: yes', 'dial 555-0100: yes', '555-0100 office: yes', 'Member of the public: yes', 'Member of the public from Bexley: yes'])('what may be a name is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe(`?${line.replace(/^(?:•|1\))\s/, '').split(':')[0]}`);
});

it.each(['Mara no way', 'mara no way', '[Mara] no way', '(Mara no way', '**Mara no way', 'Mara, no way', 'Mara', 'Mara | no', 'Mara 0:15 no', 'Mara’s here'])('a known name without a colon is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe('?Mara');
});

it.each(['; no', '| no', ': no', '???: no', '?: no', '...: no', '—: no', '-: no', '[?]: no', '_: no', 'Speaker ?: no', 'Ada?: no', 'Ada (?): no', 'ada…: no', 'Ada!: no'])('the sign behind names, alone or with others, is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe(`?${line}`);
});

it.each(['Marabel no way', 'x Mara no', '“Mara” no', '9 yes', 'ada maria von quill: yes', 'Ada Maria B. C. D. Quill Jones: yes', '田中さん太郎さん東京都港区赤坂一丁目: はい', '“Ada: yes', 'Budget: yes', '- we need all of these things: x', '(laughs) Budget: yes', 'The Budget: yes', 'Budget 12: yes', '(x)Budget: yes', 'He said: no', 'And I told them: no', 'That’s it: no', 'A question? Yes: no', 'we need three more things: x', 'sure, go on: yes', 'please do ask Ada Quill: now', 'Ada; Bob: yes', 'https://x.example', '10:30 is fine', 'C:\\x', 'std::x', 'Ada:1 hello', '{x}: y', 'a=b: y', 'x --> y: z', '!!: y', `${'Ada '.repeat(5)}A${'d'.repeat(60)}: yes`])('a part of a sentence goes on with the turn above: %s', async (line) => {
	expect(await turnOf(line)).toBe('-');
});

const captions = (texts: readonly string[]): string => `WEBVTT\n\n${texts.map((text, index) => `00:${10 + index}.000 --> 00:${10 + index}.900\n${text}`).join('\n\n')}`;
/** So many captions of two people whose names have no capital letters. */
const two = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index % 2 === 0 ? 'mara' : 'jon'}: so`);

/** The turns behind those of the two; in captions that have a note, with what it says: `?` for doubt, `1` for a name that occurs once, `…` for a speaker named before. */
async function turnsBehind(texts: readonly string[]): Promise<string[]> {
	const { segments, notes } = await parseMeeting(captions(texts), 'x.vtt');
	const noted = notes.flatMap((note) => (/may be/.test(note) ? '?' : /only once/.test(note) ? '1' : /named before/.test(note) ? '…' : []));
	return [...segments.filter(({ text }) => text !== 'so').map(({ speaker, text }) => `${speaker ?? ''}|${text}`), ...noted];
}

it.each<[what: string, texts: string[], turns: string[]]>([
	['a word that is a name', ['Ada: please mark\nit', 'Mark: yes', 'Ada: ok'], ['Ada|please mark it', 'Mark|yes', 'Ada|ok']],
	['a word that may be a name', ['Ada: please mark it', 'so', 'Mark: yes', 'Ada: ok'], ['Ada|please mark it', '|Mark: yes', 'Ada|ok', '…', '?']],
	['a name once', ['Ada: please do it', 'so', 'Mark: yes', 'Ada: ok'], ['Ada|please do it', 'Mark|yes', 'Ada|ok', '1']],
	['words within captions, twice', [...two(17), 'mara: a\npoint two: b', 'mara: a\npoint two: b', 'and so'], ['mara|a', '|point two: b', 'mara|a', '|point two: b', '|and so', '?']],
	['words within eight captions, twice', [...two(6), 'mara: a\npoint two: b', 'mara: a\npoint two: b'], ['mara|a', '|point two: b', 'mara|a', '|point two: b', '?']],
	['words within a caption, once', [...two(18), 'mara: a\npoint two: b', 'and so'], ['mara|a point two: b', '|and so']],
	['an item within captions', [...two(17), 'mara: a\nbudget: b', 'mara: a\nbudget: b', 'and so'], ['mara|a budget: b', 'mara|a budget: b', '|and so']],
	['part of a sentence within captions', [...two(17), 'mara: a\nplease do bring these: b', 'mara: a\nplease do bring these: b', 'and so'], ['mara|a please do bring these: b', 'mara|a please do bring these: b', '|and so']],
	['a short name where all captions have one', [...two(19), 'ben: b'], ['ben|b']],
	['part of a sentence where all captions have a name', [...two(19), 'please do bring all of them: b'], ['|please do bring all of them: b', '?']],
	['an item where all captions have a name', [...two(18), 'ben: b', 'budget: c'], ['ben|b', '|budget: c', '?']],
	['two short names among eight captions', [...two(6), 'ben: a', 'cy: b'], ['ben|a', 'cy|b']],
	['two short names among eight captions, one of two lines', [...two(6), 'ben: a\nb', 'cy: c'], ['ben|a b', 'cy|c']],
	['a short name among seven captions, one of two lines', [...two(6), 'ben: a\nb'], ['|ben: a b', '?']],
	['an item in a fifth of the captions', ['Ada: a', 'Budget: b', 'Ada: c', 'Ada: d', 'Budget: e', 'Ada: f', 'Ada: g', 'Ada: h', 'Ada: i', 'Ada: j'], ['Ada|a', 'Budget|b', 'Ada|c', 'Ada|d', 'Budget|e', ...'fghij'].map((turn) => (turn.length === 1 ? `Ada|${turn}` : turn))],
	['an item in less than a fifth', [...two(9), 'Budget: b', 'Budget: d'], ['|Budget: b', '|Budget: d', '?']],
	['an article before a name, twice', ['The Boss: a', 'Ada: b', 'The Boss: c', 'Ada: d', 'so'], ['The Boss|a', 'Ada|b', 'The Boss|c', 'Ada|d']],
	['capital letters that are no word of a sentence', ['IT support: a', 'Ada: b', 'IT support: c', 'Ada: d', 'IT support: e', 'so'], ['IT support|a', 'Ada|b', 'IT support|c', 'Ada|d', 'IT support|e']],
	['the first word of a sentence, three times', ['It seems: a', 'Ada: b', 'It seems: c', 'Ada: d', 'It seems: e'], ['|It seems: a', 'Ada|b', 'Ada|It seems: c', 'Ada|d', 'Ada|It seems: e', '…']],
	['an article in capital letters, twice', ['THE BOSS: a', 'ADA: b', 'THE BOSS: c', 'ADA: d', 'so'], ['THE BOSS|a', 'ADA|b', 'THE BOSS|c', 'ADA|d']],
	['what somebody said, twice', ['Ada: a', 'Jon said: b', 'Ada: c', 'Jon said: d'], ['Ada|a', '|Jon said: b', 'Ada|c', '|Jon said: d', '?']],
	['what somebody told somebody, twice', ['Ada: a', 'Jon told me: b', 'Ada: c', 'Jon told me: d'], ['Ada|a', '|Jon told me: b', 'Ada|c', '|Jon told me: d', '?']],
	['words that never recur', ['one: a', 'two: b', 'three: c', 'four: d'], ['|one: a', '|two: b', '|three: c', '|four: d']],
	['small words, one of them twice', ['one: a', 'two: b', 'three: c', 'four: d', 'five: e', 'one: f'], ['|one: a', '|two: b', '|three: c', '|four: d', '|five: e', '|one: f']],
	['names that never recur', ['One: a', 'Two: b', 'Three: c', 'Four: d', 'so'], ['One|a', 'Two|b', 'Three|c', 'Four|d', '1']],
	['five names that never recur', ['One: a', 'Two: b', 'Three: c', 'Four: d', 'Five: e', 'so'], ['|One: a', '|Two: b', '|Three: c', '|Four: d', '|Five: e', '?']],
	['a name in italics, once', ['Ada: please do it', 'so', '*Mark:* yes', 'Ada: ok'], ['Ada|please do it', 'Mark|yes', 'Ada|ok', '1']],
	['a name without a blank where all captions have one', [...two(19), 'Ben:b'], ['Ben|b']],
	['points, one of them twice', ['Sales: we talk about hiring', 'Hiring: the office, and what is legal', 'Legal: the launch', 'Office: b', 'Launch: all sales', 'Sales: c'], ['|Sales: we talk about hiring', '|Hiring: the office, and what is legal', '|Legal: the launch', '|Office: b', '|Launch: all sales', '|Sales: c', '?']],
	['a chair and guests in three quarters of the captions', ['Mara: a', 'and on', 'Ada Quill: b', 'Ben Brook: c', 'and on', 'Cleo Dahl: d', 'Ivo Lind: e', 'Mara: f'], ['Mara|a', '|and on', 'Ada Quill|b', 'Ben Brook|c', '|and on', 'Cleo Dahl|d', 'Ivo Lind|e', 'Mara|f', '1']],
	['names that never recur, in three quarters of the captions', ['One: a', 'Two: b', 'and on', 'Three: c', 'Four: d', 'Five: e', 'and on', 'Six: f'], ['|One: a', '|Two: b', '|and on', '|Three: c', '|Four: d', '|Five: e', '|and on', '|Six: f', '?']],
	['a name in a quarter of the captions', ['One: a', 'so', 'and on', 'that is it'], ['|One: a', '|and on', '|that is it']],
	['names in half of the captions', ['One: a', 'Two: b', 'so', 'and on'], ['One|a', 'Two|b', 'Two|and on', '1', '…']],
	['capital letters, as all names have them', ['MARA: a', 'JON: b', 'MARA: c', 'JON: d', 'so', 'THE COURT: e'], ['MARA|a', 'JON|b', 'MARA|c', 'JON|d', '|THE COURT: e', '…', '?']],
	['capital letters, as not all names have them', ['MARA: a', 'Jon: b', 'MARA: c', 'Jon: d', 'so', 'THE COURT: e'], ['MARA|a', 'Jon|b', 'MARA|c', 'Jon|d', '|THE COURT: e', '…', '?']],
	['somebody whom the program does not know', ['Ada: a', 'so', '(Unknown Speaker): b', 'Ada: d'], ['Ada|a', '|b', 'Ada|d']],
	['words like those for somebody unknown', ['Ada: a', 'so', 'unknown user names: b', 'Ada: d', 'an unknown user: e'], ['Ada|a', '|unknown user names: b', 'Ada|d', 'Ada|an unknown user: e', '…', '?']],
	['a note among captions', ['Ada: a', 'so', 'Note: b', 'Ada: d'], ['Ada|a', '|Note: b', 'Ada|d', '…', '?']],
	['part of a sentence, twice', ['Ada: a', 'so', 'the long one here: b', 'Ada: d', 'the long one here: c'], ['Ada|a', '|the long one here: b', 'Ada|d', '|the long one here: c', '…', '?']],
])('captions have a colon behind %s', async (_, texts, turns) => {
	expect(await turnsBehind(texts)).toEqual(turns);
});

it.each<[text: string, turns: (readonly [string | null, string])[]]>([
	['[Mara] Hi.\n[Jon] Ho.', [['Mara', 'Hi.'], ['Jon', 'Ho.']]],
	['[Mara Holt] a\n[Jon] b\n[Mara Holt] c\nd', [['Mara Holt', 'a'], ['Jon', 'b'], ['Mara Holt', 'c d']]],
	['mara_h (0:01) a\njon_p (0:02) b\nmara_h (0:03) c', [['mara_h', 'a'], ['jon_p', 'b'], ['mara_h', 'c']]],
	['Mara (0:01) a\nJon (0:02) b', [['Mara', 'a'], ['Jon', 'b']]],
	['[Mara] So: no.\n[Jon] Well: yes.\n[Mara] Fine: good.\n[Jon] Ok.', [['Mara', 'So: no.'], ['Jon', 'Well: yes.'], ['Mara', 'Fine: good.'], ['Jon', 'Ok.']]],
	...['Minutes – Steering\nDate: 20 November 2026\n\n', 'Title: Steering\nDate: 20 November 2026\nLocation: Room 4\nAttendees: Lea Berg, Otto Hahn\n\n', ''].map((top): [string, [string, string][]] => [`${top}LB\tWe need two.\nOH\tI find them.\nLB\tBudget: agreed.\nOH\tFine.`, [['LB', 'We need two.'], ['OH', 'I find them.'], ['LB', 'Budget: agreed.'], ['OH', 'Fine.']]]),
	...['Minutes – Steering\nDate: 20 November 2026\n\n', ''].map((top): [string, [string, string][]] => [`${top}LB    We need two.\nOH    I find them.\nLB    Budget: agreed.\nOH    Fine.`, [['LB', 'We need two.'], ['OH', 'I find them.'], ['LB', 'Budget: agreed.'], ['OH', 'Fine.']]]),
	...['Title: Steering\nDate: 20 November 2026\n\n'].map((top): [string, [string, string][]] => [`${top}[LB] We need two.\n[OH] I find them.\n[LB] Budget: agreed.\n[OH] Fine.`, [['LB', 'We need two.'], ['OH', 'I find them.'], ['LB', 'Budget: agreed.'], ['OH', 'Fine.']]]),
	['[Host] Mara: a\n[Guest] Jon: b\n[Host] Mara: c', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['[Host] a\n[Guest] b\n[Host] c: d', [['Host', 'a'], ['Guest', 'b'], ['Host', 'c: d']]],
	...['1. ', '1) ', '(1) ', '[1] ', '#1 ', '[37] ', '[37s] '].map((number): [string, [string, string][]] => [`${number}Mara: a\n${number.replace(/\d+/, '62')}Jon: b`, [['Mara', 'a'], ['Jon', 'b']]]),
	['Subject: Weekly\n[Mara] a\n[Jon] b\n[Mara] c', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['0:01\n[Mara] a\n\n0:02\n[Jon] b\n\n0:03\n[Mara] c', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['>> a\nand >> b – c\n>> d', [[null, 'a and >> b – c'], [null, 'd']]],
	['[04.03.26, 10:00:05] Mara: a\n10:30 is fine\nJon no\n[04.03.26, 10:00:09] Jon: b\nor at 0:3x\n[04.03.26, 10:00:0x] Mara: c\n[04.03.26, 10:00:12] Jon: d', [['Mara', 'a 10:30 is fine Jon no'], ['Jon', 'b or at 0:3x'], ['Mara', 'c'], ['Jon', 'd']]],
	['April (0:05): a\nSun Li (0:09): b\nApril (0:12): (0:30) is late', [['April', 'a'], ['Sun Li', 'b'], ['April', '(0:30) is late']]],
	['Mara\n0:01\nWait 5 minutes\nJon\n0:02\nJon 2 seconds\nb\nMara\n0:03\nc', [['Mara', 'Wait 5 minutes'], ['Jon', 'b'], ['Mara', 'c']]],
	['Mara\n1 hour 10 minutes 1 second1:10:01\na\nJon\n1 hour 10 minutes 2 seconds1:10:02\nb\nMara\n2 hours 3 seconds2:00:03\nc', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['**Mara:** a\n\n**Jon**: b\nBudget: c\nJon: d\n\n**Mara:** **e**', [['Mara', 'a'], ['Jon', 'b Budget: c'], ['Jon', 'd'], ['Mara', 'e']]],
	['**Mara**\na\n\nb\n**Jon**\nc\n\n**so** d\n**Mara**\ne', [['Mara', 'a'], [null, 'b'], ['Jon', 'c so d'], ['Mara', 'e']]],
	['Mara\na\n\nJon\nb\n\nSo\n\nMara\nc\n\nJon\nd', [['Mara', 'a'], ['Jon', 'b'], [null, 'So'], ['Mara', 'c'], ['Jon', 'd']]],
	['Mara\na\n\nJon\nb\n\nThe Chair\nc\n\nMara\nd\n\nJon\ne', [['Mara', 'a'], ['Jon', 'b'], [null, 'The Chair c'], ['Mara', 'd'], ['Jon', 'e']]],
	['[Mara]: a\n[Jon]: b\n[Mara]: c', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['<Mara>hi\n<Jon>ho\n<Mara>hm', [['Mara', 'hi'], ['Jon', 'ho'], ['Mara', 'hm']]],
	['[He said it] a\n[Jon] b\n[Mara] a\n[Jon] c\n[Mara] d', [[null, '[He said it] a'], ['Jon', 'b'], ['Mara', 'a'], ['Jon', 'c'], ['Mara', 'd']]],
	['Q.  Where were\nyou?\nA.  Far away, in\na house.\nMR. PIKE:  Objection.\nQ. Why?\nMR. PIKE:  Objection.\nA.\tSo.', [['Q.', 'Where were you?'], ['A.', 'Far away, in a house.'], ['MR. PIKE', 'Objection.'], ['Q.', 'Why?'], ['MR. PIKE', 'Objection.'], ['A.', 'So.']]],
	['         1   Q   Where?\n 2   A   There.\n 3   Q\tWhen?\n 4   A\tThen.', [['Q.', 'Where?'], ['A.', 'There.'], ['Q.', 'When?'], ['A.', 'Then.']]],
	['**Mara:** Hi.\n**Jon: **Ho.\n*Mara:* *Hm*.\n*Jon:*Hm.', [['Mara', 'Hi.'], ['Jon', 'Ho.'], ['Mara', 'Hm.'], ['Jon', 'Hm.']]],
	['Dr. Holt\n0:01\na\nMr. Pike\n0:05\nb\nDr. Holt\n0:09\nc', [['Dr. Holt', 'a'], ['Mr. Pike', 'b'], ['Dr. Holt', 'c']]],
	['Dr. Holt\na\n\nMr. Pike\nb\n\nDr. Holt\nc\n\nMr. Pike\nd', [['Dr. Holt', 'a'], ['Mr. Pike', 'b'], ['Dr. Holt', 'c'], ['Mr. Pike', 'd']]],
	['Mara [x]\na\n\nJon\nb\n\nMara [x]\nc\n\nJon\nd', [['Mara [x]', 'a'], ['Jon', 'b'], ['Mara [x]', 'c'], ['Jon', 'd']]],
	[`${'Mara\na\n\nJon\nb\n\n'.repeat(4)}ben\nc`, [...Array.from({ length: 8 }, (_, index): [string, string] => (index % 2 === 0 ? ['Mara', 'a'] : ['Jon', 'b'])), ['ben', 'c']]],
	['# Weekly\n\n## Mara\na\n\n## Jon\nb\n\n## Mara\nc', [['Mara', 'a'], ['Jon', 'b'], ['Mara', 'c']]],
	['Mara: We meet at 10:30\nand go.\nJon: We meet at 10:40\nand on.\nMara: We meet at 10:50\nand go.\nJon: We meet at 10:55\nand on.', [['Mara', 'We meet at 10:30 and go.'], ['Jon', 'We meet at 10:40 and on.'], ['Mara', 'We meet at 10:50 and go.'], ['Jon', 'We meet at 10:55 and on.']]],
	['0:01\n\nok so\n\nwe all go on and talk\n\n0:05\n\nright\n\nlet us all go on with it', [[null, 'ok so we all go on and talk'], [null, 'right let us all go on with it']]],
	['**Mara:** a\n\n**Jon:** b\nAda: c\n\n**Mara:** d\n\n**Jon:** e', [['Mara', 'a'], ['Jon', 'b Ada: c'], ['Mara', 'd'], ['Jon', 'e']]],
	['Mara Holt: a\nb\nc\nd\ne\nf\n\nJon Pike: a\nb\nc\nd\ne\nf', [['Mara Holt', 'a b c d e f'], ['Jon Pike', 'a b c d e f']]],
	['Ada: please mark it\nso\nMark: yes\nAda: ok\nso\nso', [['Ada', 'please mark it so'], [null, 'Mark: yes'], ['Ada', 'ok so so']]],
	['Mara: These:\n10. One: two\n11. Three: four\nJon: Yes.\nMara: Good.\nJon: Bye.', [['Mara', 'These:'], [null, '10. One: two'], [null, '11. Three: four'], ['Jon', 'Yes.'], ['Mara', 'Good.'], ['Jon', 'Bye.']]],
	['0:00\n\nmara: a\n\njon: b\n\nmara: a\n\njon: b\n\n0:05\n\nmara: c\n\njon: d\n\nmara: c\n\nben: d', [['mara', 'a'], ['jon', 'b'], ['mara', 'a'], ['jon', 'b'], ['mara', 'c'], ['jon', 'd'], ['mara', 'c'], ['ben', 'd']]],
	['Mara Holt\n0:05\nMara Holt\n0:07\nHi.\nJon Pike\n0:09\nYes.\nMara Holt\n0:12\nGood.\nJon Pike\n0:15\nBye.', [['Mara Holt', 'Hi.'], ['Jon Pike', 'Yes.'], ['Mara Holt', 'Good.'], ['Jon Pike', 'Bye.']]],
	['mara  0:05\na\njon  0:09\nb', [['mara', 'a'], ['jon', 'b']]],
	['jon from all of sales 0:05\na\nMara 0:09\nb\njon from all of sales 0:02\nc\nMara 0:12\nd', [['jon from all of sales', 'a'], ['Mara', 'b'], ['jon from all of sales', 'c'], ['Mara', 'd']]],
	['Mara 0:05\na\nJon 0:09\nWe meet at 9:30\nso\nWe meet at 9:30\nand\nMara 0:12\nc\nJon 0:15\nd', [['Mara', 'a'], ['Jon', 'We meet at 9:30 so We meet at 9:30 and'], ['Mara', 'c'], ['Jon', 'd']]],
	['Mara 10:05\na\nBen 10:05\nWe did it by 10:03\nso\nMara 10:12\nc\nJon 10:15\nd\nJon 10:18\ne', [['Mara', 'a'], ['Ben', 'We did it by 10:03 so'], ['Mara', 'c'], ['Jon', 'd'], ['Jon', 'e']]],
	['0:01\nOk\n0:03\nYes\n0:05\nOk\n0:07\nYes', [[null, 'Ok'], [null, 'Yes'], [null, 'Ok'], [null, 'Yes']]],
	['0:01\nso we go\nand on\n0:05\nyes we do\nand so', [[null, 'so we go and on'], [null, 'yes we do and so']]],
	['0:01\n你好吗朋友\n今天很好\n0:05\n好的\n明天见\n', [[null, '你好吗朋友 今天很好'], [null, '好的 明天见']]],
	['mara\n0:01\nor so\n\nyes we will do\n0:05\nand on', [[null, 'or so yes we will do'], [null, 'and on']]],
	['mara\n0:01\nor so', [[null, 'or so']]],
	['>>Hi there.\n>>Yes you.', [[null, 'Hi there.'], [null, 'Yes you.']]],
	['>> yes\n>> no\n>> yes\n>> no', [[null, 'yes'], [null, 'no'], [null, 'yes'], [null, 'no']]],
	['0:01 a\n0:0x b\n0:05 c', [[null, 'a'], [null, 'b'], [null, 'c']]],
	['[00:00.000 --> 00:04.000]  We pay.\n[00:04.000 --> 00:09.000]  Note: not this year.', [[null, 'We pay.'], [null, 'Note: not this year.']]],
	['[0.00s -> 4.50s] We pay.\n[14.50s -> 19.25s] And who asks?', [[null, 'We pay.'], [null, 'And who asks?']]],
	['[0.00s -> 4.50s] SPEAKER_00: We pay.\n[4.50s -> 9.25s] SPEAKER_01: Why?\n[9.25s -> 9.75s] SPEAKER_00: So.', [['SPEAKER_00', 'We pay.'], ['SPEAKER_01', 'Why?'], ['SPEAKER_00', 'So.']]],
	['Mara: Let me read it.\nthe first thing that we need is: time\nthe next thing that we need is: rooms\nthe last thing that we need is: money\nand what we all want is: rest\nbut the most that we get is: so\nJon: Yes.\nMara: Good.\nJon: Bye.', [['Mara', 'Let me read it. the first thing that we need is: time the next thing that we need is: rooms the last thing that we need is: money and what we all want is: rest but the most that we get is: so'], ['Jon', 'Yes.'], ['Mara', 'Good.'], ['Jon', 'Bye.']]],
	['mara: Hi. Thanks. jon: Sure.\njon: Ho.\nmara: So.\njon: Bye.', [['mara', 'Hi. Thanks.'], ['jon', 'Sure.'], ['jon', 'Ho.'], ['mara', 'So.'], ['jon', 'Bye.']]],
	['Omar Said: Hi.\nMara: Yes.\nOmar Said: I go.\nMara: Bye.', [['Omar Said', 'Hi.'], ['Mara', 'Yes.'], ['Omar Said', 'I go.'], ['Mara', 'Bye.']]],
	['Mara Holt  9:41 AM\nJon wrote:\n> Jon Pike: we stop\n> Mara Holt: we look\n\nJon Pike  9:44 AM\nYes.\n\nAda Quill  9:50 AM\n@Jon Pike: thanks!', [['Mara Holt', 'Jon wrote:'], [null, '> Jon Pike: we stop'], [null, '> Mara Holt: we look'], ['Jon Pike', 'Yes.'], ['Ada Quill', '@Jon Pike: thanks!']]],
	['Mara Holt | Hi.\nJon Pike | Ho.\nMara Holt | Hm.', [['Mara Holt', 'Hi.'], ['Jon Pike', 'Ho.'], ['Mara Holt', 'Hm.']]],
	...['We go on\n10:30 is fine', 'We go\n>> 5 of us', 'mara 0:05\na\njon 0:09\nb', 'we met all of you there - 0:05\nand so\nit was all for nothing - 0:09\nand on', 'Mara - Hi.\nJon - Ho.', 'A. One.\nB. Two.\nA. Three.\nQ. Four.', 'Q One.\nA Two.\nQ Three.\nA Four.', 'It is time (0:01) to go.', 'He said it (0:01) so\nThey met (0:02) then.', 'Mara (0:05) a\nwe met there (0:09) b', 'See (10:30) here\nor there.\nSee (10:40) here\nand there.', '[Mara] Hi.\n[Jon] Ho.\nso', '[mara] Hi.\n[jon] Ho.', '[Laughter] Hi.\n[door opens] Ho.', '[Sighs] We go.\nSo we do.\nAnd on.\nThat is all.', 'We left the USA. One.\nWe left IRAQ. Two.\nWe left the USA. Three.\nWe left IRAQ. Four.', '[Mara] Hi.\n[Mara] Ho.\n[Mara] Hm.\nso', '[mara] a\n[jon] b\n[ben] c\n[cy] d', 'x [Mara] a\nx [Jon] b\nx [Mara] c', 'x <Mara> a\nx <Jon> b\nx <Mara> c', 'x (Mara) a\nx (Jon) b\nx (Mara) c'].map((text): [string, [null, string][]] => [text, [[null, text.replaceAll('\n', ' ')]]]),
])('names are before the words, if it is names that stand there: %j', async (text, turns) => {
	expect((await parseMeeting(text, 'x.txt')).segments.map(({ speaker, text: said }) => [speaker, said])).toEqual(turns);
});

/** The seconds that a time of JSON means, if another counts from the start. */
async function secondsOf(start: string): Promise<number | string> {
	const { segments, notes } = await parseMeeting(JSON.stringify([{ text: 'Hi.', start: '0:00' }, { text: 'Ho.', start }]), 'x.json');
	return notes.find((note) => /cannot be read/.test(note)) ?? (segments.find(({ text }) => text === 'Ho.')?.startMs ?? 0) / 1000;
}

it.each([
	['1:02', 62],
	[' 1:2:3 ', 3723],
	['1:02:03.5', 3723.5],
	['1:02:03,250', 3723.25],
	['0:01:02:12', 62.48],
	['0:01:02;05', 62.2],
	['00;01;02;05', 62.2],
	['0:01:02:500', 62.5],
	['-0:01', 0],
	['1:60', 120],
	['1234:05', 74_045],
	['2:05 pm', 50_700],
	['2:05:01 p.m.', 50_701],
	['12:05 AM', 300],
	['12:05pm', 43_500],
	['14:05 Uhr', 50_700],
	['14h05', 50_700],
	['14 h 05', 50_700],
	['1h 2m 3s', 3723],
	['1 hour, 2 minutes', 3720],
	['2 hours 5 min', 7500],
	['2 mins', 120],
	['12 hours', 43_200],
	['1h 02m 3s', 3723],
	['12 minutes  5 seconds', 725],
	['PT1H2M3.5S', 3723.5],
	['5 sec', 5],
	['1 second', 1],
	['25 secs', 25],
	['12345.25s', 12_345.25],
])('%s is a time', async (time, seconds) => {
	expect(await secondsOf(time)).toBe(seconds);
});

it.each(['1:61', '12345:05', '1:02 x', 'x 1:02', '1:02:03:0400', '1hm', '1h x', 'x 5s', 'noon', 'PT'])('%s is no time that can be read', async (time) => {
	expect(await secondsOf(time)).toBe('Entry 2: a time that cannot be read; the text was kept, after the text before it.');
});

it.each([
	['from one behind midnight on', ['23:59:00', '0:01:00', '0:02:00'], [0, 120, 180]],
	['from the first, if that is after an hour', ['1:00:00', '1:00:05'], [0, 5]],
	['as they are, if the first is within an hour', ['0:59:59', '1:00:05'], [3599, 3605]],
	['from the earliest, if that is not the first', ['9:00:10', '9:00:00', '9:00:20'], [0, 10, 20]],
])('times of day count %s', async (_, times, seconds) => {
	const { segments } = await parseMeeting(JSON.stringify(times.map((start) => ({ text: 'Hi.', start }))), 'x.json');
	expect(segments.map(({ startMs }) => startMs / 1000)).toEqual(seconds);
});

it('texts without times are laid out at the pace of speech, faster if the next time comes sooner, and never after it', async () => {
	const entries = [{ text: 'one two three four five', start: 0 }, { text: 'one two three four five' }, { text: 'so', start: 2 }, { text: 'one' }, { text: 'end', start: 2 }, { text: 'late', start: 10, end: 9 }];
	expect((await parseMeeting(JSON.stringify(entries), 'x.json')).segments.map(({ text, startMs, endMs }) => [text.length, startMs, endMs])).toEqual([[23, 0, 1000], [23, 1000, 2000], [2, 2000, 2400], [3, 2000, 2400], [3, 2000, 2400], [4, 10_000, 10_000]]);
});

it('times within what somebody says are no part of it (Sonix)', async () => {
	const { title, segments } = await parseMeeting('Board prep.m4a\n\nMara: [00:00:01] Well. [00:00:05] I go on. See [0:05].\nJon: [00:00:09] Yes.\n', 'x.txt');
	expect([title, segments.map(({ text }) => text)]).toEqual(['Board prep', ['Well. I go on. See [0:05].', 'Yes.']]);
});

/** A text of four turns of two people. */
const turns = (write: (name: string, time: string, text: string) => string): string => [write('Mara', '05', 'Shall we?'), write('Jon', '09', 'Yes.'), write('Mara', '12', 'Good.'), write('Jon', '15', 'Bye.')].join('\n');

it.each([
	...['N  0:T', 'N | 0:T', 'N - 0:T', 'N – 0:T', 'N · 0:T', 'N, 0:T', 'N: 0:T', 'N (0:T)', 'N [0:T]', 'N: (0:T)', 'N (0:T):', '[N] 0:T', '<N> 0:T', '[N 0:T', 'N\t0:T', '_N_ 0:T', 'N： 0:T', 'N ( 0:T )', '**N** 0:T', '- N 0:T', '* N 0:T', 'N 0:T', 'N 0:T - 0:59', 'N (0:T --> 0:59)', 'N (0:T to 0:59)', '0:T N', '0:T  N', '0:T - N', '0:T | N', '(0:T) N', '[0:T] N:', '@0:T N', '0:T\nN', 'N\n0:T\n0:T', 'N:\n0:T', 'N :\n0:T'].map((header) => `${header}\nX`),
	...['[0:T] N: X', '(0:T) N: X', '{0:T} N: X', '<0:T> N: X', '0:T N: X', '0:T - N: X', '0:T\tN: X', '0:T From N to Everyone: X', '0:T From  N  to  Everyone: X', '0:T - [N] X', '0:T From N: X', '[0:T - 0:59] N: X', '[0:T → 0:59] N: X', '0:T to 0:59 N: X', '0:T–0:59 N: X', '[0:T UTC] N: X', '> [0:T] N: X', '• 0:T N: X', '@0:T N: X', 'N (0:T): X', 'N [0:T]: X', 'N: [0:T] X', 'N: (0:T) X', 'N: 0:T  X', '[N 0:T] X', '[N, 0:T] X', '[0:T N] X', 'N [0:T] X', 'N (0:T) X', '[N 0:T] X\n'],
])('a text has its names and times like this: %j', async (layout) => {
	const { segments, notes, leftOut } = await parseMeeting(turns((name, time, text) => layout.replaceAll('N', name).replaceAll('0:T', `0:${time}`).replace('X', text)), 'x.txt');
	expect(segments.map(({ speaker, text, startMs }) => [speaker, text, startMs / 1000])).toEqual([['Mara', 'Shall we?', 5], ['Jon', 'Yes.', 9], ['Mara', 'Good.', 12], ['Jon', 'Bye.', 15]]);
	expect([...notes, ...leftOut]).toEqual([]);
});

it.each(['0:T From N to Me (Direct Message): X', '0:T From  N to Ada Quill (Privately): X'])('messages to one person are noted: %j', async (layout) => {
	const { segments, notes, leftOut } = await parseMeeting(turns((name, time, text) => layout.replace('N', name).replace('0:T', `0:${time}`).replace('X', text)), 'x.txt');
	expect(segments.map(({ speaker, text, startMs }) => [speaker, text, startMs / 1000])).toEqual([['Mara', 'Shall we?', 5], ['Jon', 'Yes.', 9], ['Mara', 'Good.', 12], ['Jon', 'Bye.', 15]]);
	expect([...notes, ...leftOut]).toEqual(['Lines 1, 2, 3, 4: messages to one person; if nobody else should read them, delete them from the file first.']);
});

it.each(['N\nX', 'N:\nX\n', 'N：\nX', '[N]\nX', '## N\nX', '**N**\nX'])('a text has its names like this: %j', async (layout) => {
	const { segments, notes, leftOut } = await parseMeeting(turns((name, _, text) => layout.replace('N', name).replace('X', text)), 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Mara', 'Shall we?'], ['Jon', 'Yes.'], ['Mara', 'Good.'], ['Jon', 'Bye.']]);
	expect([...notes, ...leftOut]).toEqual([]);
});

it.each([
	['Mara Holt: Two things:\nDesign: the icons.\nJon Pike: Right.\nMara Holt: Ok.\nJon Pike: Bye.', ['Line 2: “Design” was read as a speaker, who speaks only once; check that this is a name.']],
	['Mara Holt: So.\nLegal: no word yet.\nJon Pike: Right.\nMara Holt: Ok.\nJon Pike: Bye.', ['Line 2: “Legal” was read as a speaker, who speaks only once; check that this is a name.']],
	['Mara: two things:\nDesign: The icons.\nJon: right.\nMara: ok.\nJon: bye.', ['Line 2: “Design” was read as a speaker, who speaks only once; check that this is a name.']],
	['Mara Holt: So.\nBen: Hello.\nUnknown: yes.\nJon Pike: Right.\nMara Holt: Ok.\nJon Pike: Bye.', []],
	['Mara: so.\nBen: hello.\nJon: right.\nMara: ok.\nJon: bye.', []],
	['Mara  0:01\na\n\njon  0:02\nb\n\nMara  0:03\nc', ['Line 4: “jon” was read as a speaker, who speaks only once; check that this is a name.']],
	['Mara\na\n\nBen\nb\n\nMara\nc', ['Line 4: “Ben” was read as a speaker, who speaks only once; check that this is a name.']],
	['# Weekly\n\n## Mara\na\n\n## Jon\nb\n\n## Mara\nc\n\n## Jon\nd', []],
	['[0:01] Sales: we talk about hiring\n[0:02] Hiring: the office, and what is legal\n[0:03] Legal: the launch\n[0:04] Office: b\n[0:05] Launch: all sales\n[0:06] Sales: c', ['Lines 1, 2, 3, 4, 5 and 1 more: “Sales”, “Hiring”, “Legal”, “Office”, “Launch” may be names or part of what is said; nobody is named as the speaker.', 'No speaker was recognized in this file.']],
	['0:01 a\n0:0x b\n0:05 c', ['Line 2: a time that cannot be read; the text was kept, after the text before it.', 'No speaker was recognized in this file.']],
])('what is in doubt has a note: %j', async (text, notes) => {
	expect((await parseMeeting(text, 'x.txt')).notes).toEqual(notes);
});

it.each([
	...['N 10:T Uhr', 'N 2026-03-04 10:T', 'N, 03/04/2026 10:T', 'N March 4, 2026 10:T', 'N, Today at 10:T', 'N — Yesterday at 10:T'].map((header) => `${header}\nX`),
	...['10:T AM N: X', '[10:T a.m.] N: X', '[2026-03-04T10:T] N: X', '2026-03-04 10:T N: X', '[Mon 10:T] N: X', '[Montag, 10:T] N: X', '[4 March, 10:T] N: X', '[4. März um 10:T] N: X', '[March 4 at 10:T] N: X', '[10:T, 4 mars] N: X', '[10:T - 4 de marzo de 2026] N: X', '[heute 10:T] N: X'],
	...['2026-03-04 10:T:00 From N to Everyone: X', '2026-03-04 10:T:00 From N to Mara(Direct Message):\n\tX'],
	...['[10hT] N: X', '10hT N: X', 'N (10 h T) : X', '04/03/2026 10hT - N : X', 'N 10hT\nX', 'N, 10 h T\nX', 'N\n10hT\nX'],
])('a text has its times of day, without seconds, like this: %j', async (layout) => {
	const { segments } = await parseMeeting(turns((name, time, text) => layout.replace('N', name).replace(/(?<=10(?::|\s?h\s?))T/, time).replace('X', text)), 'x.txt');
	expect(segments.map(({ speaker, text, startMs }) => [speaker, text, startMs / 1000])).toEqual([['Mara', 'Shall we?', 0], ['Jon', 'Yes.', 240], ['Mara', 'Good.', 420], ['Jon', 'Bye.', 600]]);
});

it.each([
	['09:58', '10:01', 'The first words are 9 minutes after the start, since 9:58 is minutes and seconds. If the times are those of a day, write them with seconds: 9:58:00.'],
	['5:00', '5:01', 'The first words are 5 minutes after the start, since 5:00 is minutes and seconds. If the times are those of a day, write them with seconds: 5:00:00.'],
	['23:59', '24:01', 'The first words are 23 minutes after the start, since 23:59 is minutes and seconds. If the times are those of a day, write them with seconds: 23:59:00.'],
	['4:59', '10:01'],
	['24:00', '24:01'],
	['00:09:58', '00:10:01'],
	['9:58.5', '10:01.5'],
])('times from %s on, which may be those of a day, are noted', async (first, second, ...expected) => {
	expect((await parseMeeting(`[${first}] Mara: a\n[${second}] Jon: b\n[${second}] Mara: c\n[${second}] Jon: d`, 'x.txt')).notes).toEqual(expected);
});

/** What becomes of a line between turns: the lines left out, or the text of the turn above. */
async function between(line: string): Promise<string> {
	const { segments: [, jon, mara], leftOut } = await parseMeeting(`Mara: Shall we?\nJon: Yes.\n${line}\nMara: Good.`, 'x.txt');
	return mara?.speaker === 'Mara' && jon?.text === 'Yes.' ? leftOut.join() : jon?.text ?? '';
}

it.each(['Transcribed by https://otter.ai', 'Transcribed by Sonix', 'Automatically convert your audio files to text with Sonix.', 'Transcription ended after 00:06:10', 'Recording stopped', 'Recording stopped by Ada Quill', 'Meeting ended at 10:02 👋', 'Call paused', 'Page 1 of 2', 'Page 3/12', 'This editable transcript was computer generated.', 'Ada Quill started transcription', 'Ada started recording', 'Ada Maria van den Quill stopped the recording.', 'Ada Quill stopped the recording.', 'ACTION ITEM: Send it', 'HIGHLIGHT - the offer', 'SCREEN SHARING', 'Recording stopped.', 'Page 10 of 12', `ACTION ITEM: ${'Send it. '.repeat(30)}so`])('what programs write is nobody’s: %s', async (line) => {
	expect(await between(line)).toBe(line);
});

it.each(['-----', '* * *'])('a rule is an empty line: %s', async (line) => {
	expect(await between(line)).toBe('');
});

it.each(['Recording stopped me from talking', 'Call ended badly', 'Page 1 of the book', 'Our page 1 of 2', 'ACTION ITEMS are these', 'Our ACTION ITEM', 'We started the recording and left', 'See https://otter.ai, transcribed by https://otter.ai', 'Transcribed by Sonix, as we said', '3 seconds', '=', '--', 'Our recording stopped', 'Page 1 of 2 is here', 'And so it was all of them started recording', 'so |x|', 'Well -----', 'we left at 10:02 From home: so', 'so ** so'])('what somebody says is theirs: %s', async (line) => {
	expect(await between(line)).toBe(`Yes. ${line}`);
});

it.each(['Transcript', 'Transcription :', '📖 Transcript', 'Full transcript:', 'Meeting transcript', 'Weekly - Transcript', 'Weekly – transcript'])('the text above a heading is left out: %s', async (line) => {
	expect(await parseMeeting(`Ada: Notes.\n${line}\nMara: Shall we?\nJon: Yes.\nMara: Good.`, 'x.txt')).toMatchObject({ segments: [{ speaker: 'Mara' }, { speaker: 'Jon' }, { speaker: 'Mara' }], leftOut: expect.arrayContaining(['Ada: Notes.']) });
});

it.each(['Transcript of it', 'so transcript', 'Retranscript', 'a-transcript'])('is no heading: %s', async (line) => {
	expect(await between(line)).toMatch(/^Yes\. /);
});

it.each([
	['N 0:T', 'We meet at 9:30'], ['N 0:T', 'Lunch at 9:30'], ['N 0:T', 'Done at 0:03'], ['N  0:T', 'We meet at 9:30'], ['N 0:T', 'so by 0:10'], ['N  0:T', 'by 0:10'], ['N (0:T)', 'so 0:10'], ['[N] 0:T', 'so 0:10'], ['N - 0:T', 'so 0:10'], ['N 0:T', 'so - 0:10'],
	['0:T N', '9:30 then'], ['0:T - N', '0:10 so'], ['[0:T] N', '0:10 so'], ['0:T N', '0:10 and then'], ['0:T  N', '0:10 so'],
])('below headers like %s, somebody says: %s', async (header, line) => {
	const { segments: [, jon] } = await parseMeeting(turns((name, time, text) => `${header.replace('N', name).replace('T', time)}\n${text}${name === 'Jon' && time === '09' ? `\n${line}` : ''}`), 'x.txt');
	expect(jon).toMatchObject({ speaker: 'Jon', text: `Yes. ${line}` });
});

it.each(['[March 4, 2026 at 10:00] Mara: a\n[March 5, 2026 at 11:00] Jon: b', '[4 mars 2026, 10 h 00] Mara: a\n[5 mars 2026, 11h00] Jon: b', '[March 4, 2026 at 10:00PM] Mara: a\n[March 5, 2026 at 11:00 PM] Jon: b', '04/03/2026 10h00 - Mara: a\n05/03/2026 11h00 - Jon: b', 'Mara, 4 March 2026 10:00 p.m.\na\n\nJon, 5 March 2026 11:00 p.m.\nb'])('days pass between times: %j', async (text) => {
	expect((await parseMeeting(text, 'x.txt')).segments[1]).toMatchObject({ speaker: 'Jon', startMs: 25 * 3_600_000 });
});

it.each(['2026-03-04T10:00:05ZN', '2026-03-04 12:00:05+02:00N', '[2026-03-04 10:00:05 UTC]N', '[2026-03-04T05:00:05.000-05:00]N'])('the zone beside a time counts: %s', async (stamp) => {
	const { startedAt, segments } = await parseMeeting([['Mara', '0'], ['Jon', '1'], ['Mara', '3']].map(([name, minute]) => stamp.replace(/(?<=:)00(?=:05)/, `0${minute}`).replace('N', ` ${name}: Yes.`)).join('\n'), 'x.txt');
	expect([startedAt, segments.map(({ speaker, startMs }) => [speaker, startMs])]).toEqual([Date.parse('2026-03-04T10:00:05Z'), [['Mara', 0], ['Jon', 60_000], ['Mara', 180_000]]]);
});

it('an edited message is as any other', async () => {
	expect((await parseMeeting('[04.03.26, 10:00:05] Mara: a <Diese Nachricht wurde bearbeitet.>\n[04.03.26, 10:00:09] Jon: b<This message was edited>', 'x.txt')).segments.map(({ text }) => text)).toEqual(['a', 'b']);
});

it('names like days are no dates', async () => {
	expect((await parseMeeting('April (0:05): a\nSun Li (0:09): b\nApril (0:12): c', 'x.txt')).segments.map(({ startMs }) => startMs)).toEqual([5000, 9000, 12_000]);
});

it.each([
	['Actions from the meeting\n\n- Joan: call the printer\n- Rita: send the accounts\n- Joan: book the hall', []],
	['# Tasks\n\n* Joan: paint it\n* Rita: order it\n* Joan: call', []],
	['- Joan: paint it\n- [x] Rita: order it\n- Joan: call\n- Rita: write', []],
	['- Joan: paint [x] it\n- Rita: order it\n- Joan: call - [ ] them\n- Rita: write', ['Joan', 'Rita', 'Joan', 'Rita']],
	['## Transcript\n\n- **Joan:** Who calls?\n- **Rita:** I do.\n- **Joan:** Good.\n\n## Next steps:\n\n- **Rita:** call the printer\n- **Joan:** book the hall', ['Joan', 'Rita', 'Joan']],
	['Talk\n\n- Joan: Who calls?\n- Rita: I do.\n- Joan: What are our next steps?\n- Rita: To call.', ['Joan', 'Rita', 'Joan', 'Rita']],
])('names in a list of tasks are of those who have something to do: %j', async (text, speakers) => {
	const { segments } = await parseMeeting(text, 'x.md');
	expect(segments.flatMap(({ speaker }) => speaker ?? [])).toEqual(speakers);
});

it('the code of an emoji at the start of a line is no name', async () => {
	const { segments, notes } = await parseMeeting('Ada  9:01 AM\nHello team\n:thumbsup: great\n\nBen  9:02 AM\nHi\n:+1:\n\nAda  9:05 AM\nThanks', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada', 'Hello team :thumbsup: great'], ['Ben', 'Hi :+1:'], ['Ada', 'Thanks']]);
	expect(notes).toEqual([]);
});

it.each(['- And who pays?', '— Et les voisins ?'])('%s between turns with names is somebody else’s', async (line) => {
	const { segments, notes } = await parseMeeting(`Ada: The roof leaks.\n${line}\nBen: We do.\nAda: Bye.`, 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada', 'The roof leaks.'], [null, line], ['Ben', 'We do.'], ['Ada', 'Bye.']]);
	expect(notes.join()).toMatch(/^Line 2: text without a name/);
});

it.each(['We need:\n- Milk', 'We need this.\n- Milk\n- Bread', 'We need it -\n- because'])('items of a list and dashes within a sentence go on with the turn above: %j', async (text) => {
	const { segments } = await parseMeeting(`Ada: ${text}\nBen: We do.\nAda: Bye.`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Ada', 'Ben', 'Ada']);
});

it('a word above the time of another message is no name where names follow empty lines', async () => {
	const { segments, notes } = await parseMeeting('Ada Lind\n  9:02 AM\nWho has the key?\n\nBen Brook\n  9:03 AM\nI have it.\nThanks\n9:06\nI bring it.\n\nCleo Dahl\n  9:10 AM\nok', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada Lind', 'Who has the key?'], ['Ben Brook', 'I have it. Thanks'], [null, 'I bring it.'], ['Cleo Dahl', 'ok']]);
	expect(notes.join()).toContain('text without a name');
});

it('a header whose name and time are damaged is nobody’s', async () => {
	const { segments, notes } = await parseMeeting('Ada Lind  0:00\nThe roof leaks.\n\nKappel  0:07\nSince May.\n\nAda Lind  0:12\nI am happy.\n\nKapp l 0:3O\nI am not.\n\nKappel  0:41\nWell.', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada Lind', 'The roof leaks.'], ['Kappel', 'Since May.'], ['Ada Lind', 'I am happy.'], [null, 'I am not.'], ['Kappel', 'Well.']]);
	expect(notes.join()).toContain('“Kapp l 0:3O” looks like the start of a turn and is damaged');
});

it('names beside check boxes are of those who have something to do', async () => {
	const { segments, notes } = await parseMeeting('- [x] Joan: paint it\n- [ ] Peter: write\n- [X] Joan: order it\n- [ ] Peter: call', 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual([null]);
	expect(notes).toEqual(['No speaker was recognized in this file.']);
});

it.each(['Next meeting: 18 December 2026', 'Next meeting: Friday 18 December, 7 pm', 'Minutes: Rita Sands', 'Meeting closed: 20:45', 'Aufgaben: das Angebot', 'Nächste Schritte: das Angebot'])('what is noted about a meeting is nobody’s: %s', async (line) => {
	const { segments, notes } = await parseMeeting(`Mara: Shall we?\nJon: Yes.\nMara: Good.\nJon: Bye.\n${line}`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker).slice(0, 4)).toEqual(['Mara', 'Jon', 'Mara', 'Jon']);
	for (const { speaker } of segments.slice(4)) expect(speaker).toBeNull();
	expect(notes.join()).toContain(line.split(':')[0] ?? '');
});

it('a header without a time stays where it is, also between turns of the same minute', async () => {
	const { segments } = await parseMeeting('Ada Lind  10:02\nWho has the key to the roof, and since when?\n\nBen Brook\nI have it, since the day on which the roof was mended.\n\nAda Lind  10:02\nGood.\n\nBen Brook  10:02\nYes.\n\nAda Lind  10:04\nBye.', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text.split(' ')[0]])).toEqual([['Ada Lind', 'Who'], ['Ben Brook', 'I'], ['Ada Lind', 'Good.'], ['Ben Brook', 'Yes.'], ['Ada Lind', 'Bye.']]);
});

it.each([
	['is a turn', 'Thanks. Ben: Sure! Cleo Dahl: Go.', [['Ada', 'Hi. Thanks.'], ['Ben', 'Sure!'], ['Cleo Dahl', 'Go.']]],
	['whoever ends the sentence', '“See?” Ben: Sure… Cleo Dahl: “300.” Ben: No.', [['Ada', 'Hi. “See?”'], ['Ben', 'Sure…'], ['Cleo Dahl', '“300.”'], ['Ben', 'No.']]],
	['is no turn if no line begins with it', 'Thanks. He said: now. Note: Go. Who: me?', [['Ada', 'Hi. Thanks. He said: now. Note: Go. Who: me?']]],
	['is no turn within a sentence', 'I said to Ben: go, Ben: now.', [['Ada', 'Hi. I said to Ben: go, Ben: now.']]],
	['is no turn behind a title or a number', 'No, Dr. Ben: yes. Prof. Ben: 1. Ben: 20. Ben: no.', [['Ada', 'Hi. No, Dr. Ben: yes. Prof. Ben: 1. Ben: 20. Ben: no.']]],
	['is no turn without its blank', 'Thanks.Ben: no. Ben:10.', [['Ada', 'Hi. Thanks.Ben: no. Ben:10.']]],
])('a name within a line %s', async (_, line, turns) => {
	const [text, others] = [`Ada: Hi. ${line}`, [['Ben', 'Ho.'], ['Cleo Dahl', 'I am new.'], ['Ada', 'Fine.'], ['Ben', 'Bye.']] as const];
	const rest = others.map(([name, said]) => `${name}: ${said}`);
	const plain = await parseMeeting([text, ...rest].join('\n'), 'x.txt');
	const captions = await parseMeeting([text, ...rest].map((said, index) => `${index}\n00:00:0${index},000 --> 00:00:0${index},900\n${said}\n`).join('\n'), 'x.srt');
	for (const { segments } of [plain, captions]) expect(segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([...turns, ...others]);
	expect(plain.notes).toEqual(turns.length === 1 ? [] : [expect.stringMatching(/^Line 1: “Ben”.* are names within lines; what follows them was read as turns of these people\.$/)]);
});

it.each([
	['a time behind a blank', 'Cleo Dahl 9:04 AM\nI will pay.', 'I will pay.', 'damaged'],
	['a time in brackets', 'Cleo Dahl (9:04)\nI will pay.', 'I will pay.', 'damaged'],
	['brackets', '[Cleo Dahl] I will pay.', '[Cleo Dahl] I will pay.', 'unclear'],
	['a colon', 'Cleo Dahl: me too', 'Cleo Dahl: me too', 'unclear'],
	['a dash, of somebody who spoke', 'Ada Lind - I will pay.', 'Ada Lind - I will pay.', 'unclear'],
])('what follows a name with %s, where others have it another way, is nobody’s', async (_, line, text, doubt) => {
	const files = ['Ada Lind  9:01 AM\nHi.\n\nBen Brook  9:02 AM\nHo.\nLINE\n\nAda Lind  9:05 AM\nGood.', 'Ada Lind\n9:01\nHi.\n\nBen Brook\n9:02\nHo.\nLINE\n\nAda Lind\n9:05\nGood.'];
	for (const file of files) {
		const { segments, notes } = await parseMeeting(file.replace('LINE', line), 'x.txt');
		expect(segments.map(({ speaker, text: said }) => [speaker, said])).toEqual([['Ada Lind', 'Hi.'], ['Ben Brook', 'Ho.'], [null, text], ['Ada Lind', 'Good.']]);
		expect(notes.join()).toContain(doubt === 'damaged' ? 'looks like the start of a turn and is damaged' : 'may be a name or part of what is said');
	}
});

it.each([['Ada: Hi.\nBen: Ho.\nCleo Dahl 9:04\nI will pay.', [['Ada', 'Hi.'], ['Ben', 'Ho.'], [null, 'I will pay.']]], ['Ada: Hi.\nBen: Ho.\n[Cleo Dahl] I will pay.', [['Ada', 'Hi.'], ['Ben', 'Ho.'], [null, '[Cleo Dahl] I will pay.']]]])('so it is among names before a colon: %j', async (text, turns) => {
	const { segments } = await parseMeeting(text, 'x.txt');
	expect(segments.map(({ speaker, text: said }) => [speaker, said])).toEqual(turns);
	expect(segments.at(-1)?.startMs).toBeLessThan(5000);
});

it.each(['see you at 9:04\nor later', 'Monday 9:04\nor later', '[sighs] or later', '[Laughter] or later', 'Budget: we have it', 'we go to Ada Lind - so'])('what is no full name goes on: %j', async (line) => {
	const { segments } = await parseMeeting(`Ada Lind  9:01 AM\nHi.\n\nBen Brook  9:02 AM\nHo.\n${line}\n\nAda Lind  9:05 AM\nGood.`, 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada Lind', 'Hi.'], ['Ben Brook', `Ho. ${line.replace('\n', ' ')}`], ['Ada Lind', 'Good.']]);
});

it.each(['Question', 'Warning', 'Frage', 'Hinweis', 'Lösung', 'Vorschlag', 'Pregunta', 'Respuesta', 'Problème', 'Remarque', 'Pergunta', 'Proposta'])('“%s:” names nobody', async (word) => {
	const { segments, notes } = await parseMeeting(`Anna Berg: Hi.\nBen Koch: Yes.\n${word}: so?\nAnna Berg: No.\nBen Koch: Good.`, 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna Berg', 'Hi.'], ['Ben Koch', `Yes. ${word}: so?`], ['Anna Berg', 'No.'], ['Ben Koch', 'Good.']]);
	expect(notes).toEqual([]);
});

it('in a chat of Zoom, nothing but who writes names anybody, and what Zoom says of other messages is left out', async () => {
	const chat = [
		['09:01:10 From Ada Lind to Everyone:', 'We decided to take vendor A'],
		['09:03:02 From Ben Brook to Everyone:', 'Great. Also: the price is high', '', 'Warning: it may rise', '10:30 is fine'],
		['09:04:00 From Kim Park to Ada Lind(direct message):', 'Replying to "We decided to take..."', '', 'Sure: here it is'],
		['09:05:00 From Cleo Hart to Everyone:', 'Reacted to "We decided to take..." with 👍'],
		['09:05:20 From Cleo Hart to Everyone:', 'Removed a 👍 reaction from "We decided to take..."'],
		['09:07:00 From Kim Park to Everyone:', '> Ada: we will never do this', 'I disagree: no.'],
	];
	const { segments, leftOut, notes } = await parseMeeting(chat.map((lines) => lines.join('\n\t')).join('\n'), 'x.txt');
	expect(segments.map(({ speaker, text, startMs }) => [speaker, text, startMs])).toEqual([
		['Ada Lind', 'We decided to take vendor A', 0],
		['Ben Brook', 'Great. Also: the price is high Warning: it may rise 10:30 is fine', 112_000],
		['Kim Park', 'Sure: here it is', 170_000],
		['Kim Park', '> Ada: we will never do this I disagree: no.', 350_000],
	]);
	expect(leftOut).toEqual(['Kim Park: Replying to "We', 'Cleo Hart: Reacted to "We', 'Cleo Hart: Removed a 👍'].map(expect.stringContaining));
	expect(notes).toEqual(['Line 8: a message to one person; if nobody else should read it, delete it from the file first.']);
});

it('a chat of Zoom may name who reads it in several ways', async () => {
	const { segments } = await parseMeeting('09:14:02 From Ada Lind to Everyone: Here.\n09:14:30 From Ben Brook to Ada Lind (Direct Message): Drop it?\n09:15:02 From Ada Lind To Everyone:\n\tWe keep it.\n09:15:40 From Ben Brook : ok', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Ada Lind', 'Here.'], ['Ben Brook', 'Drop it?'], ['Ada Lind', 'We keep it.'], ['Ben Brook', 'ok']]);
});

it.each(['Action items', 'Actions:', 'NEXT STEPS', 'Aufgaben:'])('names below “%s” are of those who have something to do', async (heading) => {
	const said = 'Anna: We have 10k.\nBen: Fine.\nAnna: Friday works.\nBen: Good.';
	const { segments, notes } = await parseMeeting(`${said}\n\n${heading}\nBen: send the invite\nAnna: book a room`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna', 'Ben', null, null, null]);
	expect(notes.join()).toContain('“Ben”, “Anna” may be names or part of what is said; nobody is named as the speaker.');
	const spoken = await parseMeeting(`${said}\n\n${heading}\n\nBen: I will send the invite.\n\nAnna: I will book a room.`, 'x.txt');
	expect(spoken.segments.slice(-2).map(({ speaker }) => speaker)).toEqual(['Ben', 'Anna']);
});

it('what a name alone has below it is said by that person, also where it ends with a colon', async () => {
	const { segments, notes } = await parseMeeting('Anna:\nHi all.\n\nBen:\nOptions:\none\ntwo\n\nAnna:\nOk.\n\nBen:\nAnna:\n\nAnna:\nYes?', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna', 'Hi all.'], ['Ben', 'Options: one two'], ['Anna', 'Ok.'], ['Anna', 'Yes?']]);
	expect(notes).toEqual(['Lines 12, 13: turns without words; they were left out.']);
});

it.each(["ANNA (CONT'D)", 'ANNA (cont.)', 'ANNA (continued)'])('%s is who goes on', async (name) => {
	const { segments } = await parseMeeting(`ANNA: Hi.\nBEN: Hello.\n${name}: Let us start.\nBEN: Ok.`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['ANNA', 'BEN', 'ANNA', 'BEN']);
});

it('who came and went is no speech', async () => {
	const coming = ['Call started 10:00', 'Anna Meyer joined the meeting', 'Ben has left the call', 'Call ended 10:05'];
	const { segments, leftOut } = await parseMeeting(`${coming.slice(0, 2).join('\n')}\nAnna: Hi.\nBen: Hello.\nAnna: Ok.\nBen: Bye.\n${coming.slice(2).join('\n')}`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna', 'Ben']);
	expect(leftOut).toEqual(coming);
});

it.each(['Monday', 'Freitag', 'Lunes', 'Vendredi'])('“%s” before a colon names nobody', async (day) => {
	const { segments, notes } = await parseMeeting(`Anna: The plan is:\n${day}: pack\nBen: Yes.\nAnna: Ok.\nBen: Fine.`, 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna', 'Ben']);
	expect(segments[0]?.text).toBe(`The plan is: ${day}: pack`);
	expect(notes).toEqual([]);
});

it('sounds between names in brackets are no names', async () => {
	const { segments } = await parseMeeting('[Anna] Hi all\n[Ben] Hello\n[laughs]\n[Anna] Ok', 'x.txt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna']);
});

it.each(['[NAME | TIME]', '[TIME | NAME]', '[NAME - TIME]', '[TIME, NAME]', '[NAME TIME]'])('a sign between a name and its time in brackets is part of neither: %s', async (shape) => {
	const line = (name: string, time: string, text: string): string => `${shape.replace('NAME', name).replace('TIME', time)} ${text}`;
	const { segments } = await parseMeeting([line('Anna Meyer', '00:01', 'Hi all'), line('Ben Roth', '00:05', 'Hello'), line('Anna Meyer', '00:09', 'Ok')].join('\n'), 'x.txt');
	expect(segments.map(({ speaker, text, startMs }) => [speaker, text, startMs])).toEqual([['Anna Meyer', 'Hi all', 1000], ['Ben Roth', 'Hello', 5000], ['Anna Meyer', 'Ok', 9000]]);
});

describe.each(['\n', '\n\n'])('names alone on their lines, %j above what is said', (gap) => {
	it.each(['Ann Lee', 'Ann Lee:', 'Ann Lee —', 'Ann Lee –:', 'Ann Lee -', 'Ann Lee |', '• Ann Lee', '(Ann Lee)', '[Ann Lee]', '{Ann Lee}', '“Ann Lee”', '*Ann Lee*', '**Ann Lee**', '@Ann Lee', '~ Ann Lee', '== Ann Lee ==', '=> Ann Lee', 'Ann Lee ***', 'Ann Lee (0:03) —'])('%s', async (name) => {
		const said = [name, 'So we start now.', name.replace('Ann Lee', 'Bo Ray'), 'Yes we do.', name, 'Good: then go.', name.replace('Ann Lee', 'Bo Ray'), 'Fine.'];
		const text = said.map((line, index) => `${line}${index % 2 === 0 ? gap : '\n\n'}`).join('');
		const { segments, notes, leftOut } = await parseMeeting(text, 'x.txt');
		expect(segments.map((segment) => [segment.speaker, segment.text])).toEqual([['Ann Lee', 'So we start now.'], ['Bo Ray', 'Yes we do.'], ['Ann Lee', 'Good: then go.'], ['Bo Ray', 'Fine.']]);
		expect([notes, leftOut]).toEqual([[], []]);
	});
});

it.each(['3. Action items', '2) Nächste Schritte:'])('tasks below the numbered heading %j name nobody', async (heading) => {
	const { segments } = await parseMeeting(`1. Opening\nHolt welcomed everybody.\n\n${heading}\n- Singh: write to the supplier\n- Holt: inform the board`, 'x.txt');
	expect(segments.flatMap(({ speaker }) => speaker ?? [])).toEqual([]);
});

it('a sound before a colon is no name', async () => {
	const { segments, notes } = await parseMeeting('1\n00:00:01,000 --> 00:00:02,000\n>> PRIYA: Hello\n\n2\n00:00:04,000 --> 00:00:05,000\n(laughter) Hi: all of you\n\n3\n00:00:06,000 --> 00:00:07,000\n>> PRIYA: Yes', 'x.srt');
	expect(segments.map(({ speaker }) => speaker)).toEqual(['PRIYA', 'PRIYA', 'PRIYA']);
	expect(notes).toEqual(['Line 6: a caption without a name; its speaker is the one named before.']);
});

it('a colon within a paragraph below a name names nobody', async () => {
	const { segments, notes } = await parseMeeting('Anna:\nHello: all of you.\n\nBen:\nYes.\nNote: this is important.\n\nAnna:\nOk.\n\nBen:\nFine.', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna', 'Hello: all of you.'], ['Ben', 'Yes. Note: this is important.'], ['Anna', 'Ok.'], ['Ben', 'Fine.']]);
	expect(notes).toEqual([]);
});

it('headings with a colon leave the names below them', async () => {
	const { segments } = await parseMeeting('Agenda:\n- Budget\n\nNotes:\nAnna: We pay.\nBen: Yes.\nAnna: Good.\nBen: Bye.', 'x.txt');
	expect(segments.slice(-4).map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna', 'Ben']);
});

it('somebody who speaks once, with the same sign as the others, is a speaker with a note', async () => {
	const { segments, notes } = await parseMeeting('Anna –\nHi all.\nCleo –\nHello.\nAnna –\nSo we go –\nand then\nBen –\nFine.\nAnna –\nOk.\nBen –\nBye.', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna', 'Hi all.'], ['Cleo', 'Hello.'], ['Anna', 'So we go – and then'], ['Ben', 'Fine.'], ['Anna', 'Ok.'], ['Ben', 'Bye.']]);
	expect(notes).toEqual(['Line 3: “Cleo” was read as a speaker, who speaks only once; check that this is a name.']);
});

it('a name in small letters among others is noted', async () => {
	expect((await parseMeeting('Kim Park: From last year.\nMara Holt: Then two\nthings: first.\nKim Park: After that.\nMara Holt: Yes.', 'x.txt')).notes).toEqual(['Line 3: “things” was read as a speaker, who speaks only once; check that this is a name.']);
});

it.each(['\t', ' – '])('a name before %j is not read on to a colon in what is said', async (sign) => {
	const said = [['Anna Meyer', 'Note: we pay'], ['Ben Ode', 'to whom'], ['Anna Meyer', 'two things: rent and tax'], ['Ben Ode', 'and then'], ['Anna Meyer', 'Note: we wait']];
	const { segments } = await parseMeeting(said.map((parts) => parts.join(sign)).join('\n'), 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(said);
});

it('a colon right below a name that stands alone is part of what is said', async () => {
	const said = [['Nora', 'Note: we pay'], ['Ada', 'Do so'], ['Nora', 'Note: we wait'], ['Ada', 'Budget: fine'], ['Nora', 'Bye']];
	const { segments, notes } = await parseMeeting(said.map(([name, text]) => `${name}:\n${text}`).join('\n'), 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual(said);
	expect(notes).toEqual([]);
});

it('names may be paragraphs of their own above others of several lines', async () => {
	const { segments, notes } = await parseMeeting('Anna Weber\n\nWe cut the budget.\nWe talked about it.\n\nCarlos Ruiz\n\nYes.\nI will send it.\n\nAnna Weber\n\nGood: then go.\n\nCarlos Ruiz\n\nFine.', 'x.txt');
	expect(segments.map(({ speaker, text }) => [speaker, text])).toEqual([['Anna Weber', 'We cut the budget. We talked about it.'], ['Carlos Ruiz', 'Yes. I will send it.'], ['Anna Weber', 'Good: then go.'], ['Carlos Ruiz', 'Fine.']]);
	expect(notes).toEqual([]);
});
