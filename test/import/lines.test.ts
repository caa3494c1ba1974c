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
	['"Ada" Quill: yes', '"Ada" Quill|yes'],
	['*Ada*: yes', 'Ada|yes'],
	['**Ada:** yes', 'Ada|yes'],
	['[Ada]: yes', 'Ada|yes'],
	['<Ada>: yes', 'Ada|yes'],
	['Ada [Host]: yes', 'Ada [Host]|yes'],
	['ADA [angry]: yes', 'ADA|[angry] yes'],
	['I: yes', 'I|yes'],
	['Why: yes', 'Why|yes'],
	['Mara (Host): yes', 'Mara (Host)|yes'],
	['Mara 2: yes', 'Mara 2|yes'],
	['Step 12345: yes', 'Step 12345|yes'],
	['local: yes', 'local|yes'],
	[`${'Ada '.repeat(5)}A${'d'.repeat(57)}: yes`, `${'Ada '.repeat(5)}A${'d'.repeat(57)}|yes`],
])('a name begins a turn: %s', async (line, turn) => {
	expect(await turnOf(line)).toBe(turn);
});

it.each(['x: yes', 'ada: yes', 'ada quill: yes', 'ada maria quill: yes', 'Quill,: yes', 'ada@lind: yes', '@ada@lind.example: yes', '• Ada: yes', '1) Ada: yes', 'Agenda: yes', 'Jon asked: why?', 'Jon told me: why?', 'Ada:hello', 'Ada:"hello"', 'Ada:¿hola', '😀: yes', 'Mar: yes', 'M: yes', 'Mara Holt: yes', 'Mara and: no'])('what may be a name is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe(`?${line.replace(/^(?:•|1\))\s/, '').split(':')[0]}`);
});

it.each(['Mara no way', 'mara no way', '[Mara] no way', '(Mara no way', '**Mara no way', 'Mara, no way', 'Mara', 'Mara | no', 'Mara 0:15 no', 'Mara’s here'])('a known name without a colon is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe('?Mara');
});

it.each(['; no', '| no', ': no'])('the sign behind names alone is in doubt: %s', async (line) => {
	expect(await turnOf(line)).toBe(`?${line}`);
});

it.each(['Marabel no way', 'x Mara no', '“Mara” no', '9 yes', 'ada maria von quill: yes', 'Ada Maria B. C. D. Quill Jones: yes', 'Quill, Ada, Dr., MBA: yes', '田中さん太郎さん東京都港区赤坂一丁目: はい', '“Ada: yes', 'Budget: yes', '(laughs) Budget: yes', 'Budget 2: yes', 'He said: no', 'And I told them: no', 'That’s it: no', 'A question? Yes: no', 'we need three more things: x', 'The Boss: yes', 'Ada; Bob: yes', 'https://x.example', '10:30 is fine', 'C:\\x', 'std::x', 'Ada:1 hello', '{x}: y', 'a=b: y', 'x --> y: z', '!!: y', `${'Ada '.repeat(5)}A${'d'.repeat(60)}: yes`])('a part of a sentence goes on with the turn above: %s', async (line) => {
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
	['words within a caption, once', [...two(18), 'mara: a\npoint two: b', 'and so'], ['mara|a point two: b', '|and so']],
	['an item within captions', [...two(17), 'mara: a\nbudget: b', 'mara: a\nbudget: b', 'and so'], ['mara|a budget: b', 'mara|a budget: b', '|and so']],
	['part of a sentence within captions', [...two(17), 'mara: a\nwe need all of these: b', 'mara: a\nwe need all of these: b', 'and so'], ['mara|a we need all of these: b', 'mara|a we need all of these: b', '|and so']],
	['a short name where all captions have one', [...two(19), 'ben: b'], ['ben|b']],
	['an item where all captions have a name', [...two(18), 'ben: b', 'budget: c'], ['ben|b', '|budget: c', '?']],
	['two short names among eight captions', [...two(6), 'ben: a', 'cy: b'], ['ben|a', 'cy|b']],
	['a short name among seven captions, one of two lines', [...two(6), 'ben: a\nb'], ['|ben: a b', '?']],
	['an item in a fifth of the captions', ['Ada: a', 'Budget: b', 'Ada: c', 'Ada: d', 'Budget: e', 'Ada: f', 'Ada: g', 'Ada: h', 'Ada: i', 'Ada: j'], ['Ada|a', 'Budget|b', 'Ada|c', 'Ada|d', 'Budget|e', ...'fghij'].map((turn) => (turn.length === 1 ? `Ada|${turn}` : turn))],
	['an item in less than a fifth', [...two(9), 'Budget: b', 'Budget: d'], ['|Budget: b', '|Budget: d', '?']],
	['an article before a name, twice', ['The Boss: a', 'Ada: b', 'The Boss: c', 'Ada: d', 'so'], ['|The Boss: a', 'Ada|b', '|The Boss: c', 'Ada|d', '?', '…']],
	['an article before a name, three times', ['The Boss: a', 'Ada: b', 'The Boss: c', 'Ada: d', 'The Boss: e', 'so'], ['The Boss|a', 'Ada|b', 'The Boss|c', 'Ada|d', 'The Boss|e']],
	['an article in capital letters, twice', ['THE BOSS: a', 'ADA: b', 'THE BOSS: c', 'ADA: d', 'so'], ['THE BOSS|a', 'ADA|b', 'THE BOSS|c', 'ADA|d']],
	['what somebody said, twice', ['Ada: a', 'Jon said: b', 'Ada: c', 'Jon said: d'], ['Ada|a', '|Jon said: b', 'Ada|c', '|Jon said: d', '?']],
	['words that never recur', ['one: a', 'two: b', 'three: c', 'four: d'], ['|one: a', '|two: b', '|three: c', '|four: d']],
	['names that never recur', ['One: a', 'Two: b', 'Three: c', 'Four: d', 'so'], ['One|a', 'Two|b', 'Three|c', 'Four|d', '1']],
	['five names that never recur', ['One: a', 'Two: b', 'Three: c', 'Four: d', 'Five: e', 'so'], ['|One: a', '|Two: b', '|Three: c', '|Four: d', '|Five: e']],
	['a name in a quarter of the captions', ['One: a', 'so', 'and on', 'that is it'], ['|One: a', '|and on', '|that is it']],
	['names in half of the captions', ['One: a', 'Two: b', 'so', 'and on'], ['One|a', 'Two|b', 'Two|and on', '1', '…']],
	['capital letters, as all names have them', ['MARA: a', 'JON: b', 'MARA: c', 'JON: d', 'so', 'THE COURT: e'], ['MARA|a', 'JON|b', 'MARA|c', 'JON|d', '|THE COURT: e', '…', '?']],
	['capital letters, as not all names have them', ['MARA: a', 'Jon: b', 'MARA: c', 'Jon: d', 'so', 'THE COURT: e'], ['MARA|a', 'Jon|b', 'MARA|c', 'Jon|d', 'Jon|THE COURT: e', '…']],
	['a note among captions', ['Ada: a', 'so', 'Note: b', 'Ada: d'], ['Ada|a', '|Note: b', 'Ada|d', '…', '?']],
	['part of a sentence, twice', ['Ada: a', 'so', 'the long one here: b', 'Ada: d', 'the long one here: c'], ['Ada|a', '|the long one here: b', 'Ada|d', '|the long one here: c', '…', '?']],
])('captions have a colon behind %s', async (_, texts, turns) => {
	expect(await turnsBehind(texts)).toEqual(turns);
});

it.each<[text: string, turns: (readonly [string | null, string])[]]>([
	['[Mara] Hi.\n[Jon] Ho.', [['Mara', 'Hi.'], ['Jon', 'Ho.']]],
	['[Mara Holt] a\n[Jon] b\n[Mara Holt] c\nd', [['Mara Holt', 'a'], ['Jon', 'b'], ['Mara Holt', 'c d']]],
	['<Mara>hi\n<Jon>ho\n<Mara>hm', [['Mara', 'hi'], ['Jon', 'ho'], ['Mara', 'hm']]],
	['[He said it] a\n[Jon] b\n[Mara] a\n[Jon] c\n[Mara] d', [[null, '[He said it] a'], ['Jon', 'b'], ['Mara', 'a'], ['Jon', 'c'], ['Mara', 'd']]],
	['**Mara:** Hi.\n**Jon: **Ho.\n*Mara:* *Hm*.\n*Jon:*Hm.', [['Mara', 'Hi.'], ['Jon', 'Ho.'], ['Mara', 'Hm.'], ['Jon', 'Hm.']]],
	...['Mara - Hi.\nJon - Ho.', '[Mara] Hi.\n[Jon] Ho.\nso', '[mara] Hi.\n[jon] Ho.', '[Mara] Hi.\n[Mara] Ho.\n[Mara] Hm.\nso', '[mara] a\n[jon] b\n[ben] c\n[cy] d', 'x [Mara] a\nx [Jon] b\nx [Mara] c', 'x <Mara> a\nx <Jon> b\nx <Mara> c', 'x (Mara) a\nx (Jon) b\nx (Mara) c'].map((text): [string, [null, string][]] => [text, [[null, text.replaceAll('\n', ' ')]]]),
])('names are before the words, if it is names that stand there: %j', async (text, turns) => {
	expect((await parseMeeting(text, 'x.txt')).segments.map(({ speaker, text: said }) => [speaker, said])).toEqual(turns);
});
