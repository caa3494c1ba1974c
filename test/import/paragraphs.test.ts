import { strToU8, zipSync } from 'fflate';
import { decode, parseMeeting } from '../../sandbox/import/index.ts';

const said = async (text: string): Promise<readonly string[]> => (await parseMeeting(text, 'x.txt')).segments.map(({ speaker, text: words }) => `${speaker ?? ''}|${words}`);

const PROSE = 'The road through the meadow was closed in the spring of that year. Nobody had told the farmers, who turned up as usual with their cattle. Some of them waited for an hour. Others went back to ask the mayor, who had heard nothing. It turned out that the county had closed it for good.';
/** Lines of at most so many characters, as mail programs wrap them. */
const wrapped = (width: number, text = PROSE): string => text.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trim();

const STORY = [
	'The road through the meadow was closed in the spring of that year, and nobody had told the farmers, who turned up as usual with their cattle.',
	'Some of them waited for an hour; others went back to ask the mayor, who knew nothing about it and called the county from her kitchen.',
	'It turned out that the county had closed it for good, since the bridge behind the mill could not carry more than a bicycle after the flood.',
	'We read that in the paper on a Tuesday, when the cattle had been on the wrong side of the river for three days without any water.',
	'The baker let them through his yard, one by one, which took a whole morning and cost him the fence that his father had built by hand.',
	'Nobody paid for the fence, although the council spoke about it twice, and the second time even the county had sent somebody to listen.',
	'In summer the children used the road to learn how to ride, and it was so quiet that you could hear the mill from the other end of it.',
	'Then the winter came; the snow stayed until the end of March, and whoever wanted to go to the town had to take the long way around.',
];

it.each<[what: string, text: string, turns: readonly string[]]>([
	['with a sentence each', 'I met her in May.\nShe was the mayor!\n“Who was it?”\nNobody knew.\nI did.', ['|I met her in May.', '|She was the mayor!', '|“Who was it?”', '|Nobody knew.', '|I did.']],
	['of which some go on in small letters', 'I met her in May.\nShe was the mayor of a town\nthat nobody knew.\nShe was alone.\nSo was I.', ['|I met her in May.', '|She was the mayor of a town that nobody knew.', '|She was alone.', '|So was I.']],
	['of which half go on in small letters', 'I met her in May.\nShe was the mayor of a town\nthat nobody knew.\nShe was alone\nand so was I.', ['|I met her in May.', '|She was the mayor of a town that nobody knew.', '|She was alone and so was I.']],
	['below a title', 'Mara Holt in Bexley\nWho was the mayor?\nIt was me. I had won.\nWhen was that?\nIn May.', ['|Mara Holt in Bexley', '|Who was the mayor?', '|It was me. I had won.', '|When was that?', '|In May.']],
	['below a heading', '# Bexley\nWho was the mayor?\nIt was me.\nWhen was that?\nIn May.\nYes.', ['|Who was the mayor?', '|It was me.', '|When was that?', '|In May.', '|Yes.']],
])('lines %s are paragraphs', async (_, text, turns) => {
	expect(await said(text)).toEqual(turns);
});

it.each<[what: string, text: string]>([
	['that were wrapped', wrapped(60)],
	['that were wrapped for a narrow column', wrapped(30)],
	['of which few end a sentence', 'The mayor\nof Bexley was\nthe first who knew.\nNobody\nhad told her'],
	['of a text so short that nobody knows', 'I met her in May.\nShe was the mayor.\nSo it was.\nAnd so on.'],
])('lines %s are one paragraph', async (_, text) => {
	expect(await said(text)).toEqual([`|${text.replaceAll('\n', ' ')}`]);
});

it('paragraphs of a Word document without speakers are paragraphs', async () => {
	const paragraphs = ['Interview with Mara Holt', 'Who was the mayor?', 'It was me.', 'When was that?', PROSE, 'And then?', 'I left'];
	const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
	const bytes = zipSync({ 'word/document.xml': strToU8(`<w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`) });
	expect(await said(decode(bytes).text)).toEqual(paragraphs.map((text) => `|${text}`));
});

it.each<[where: string, turn: (name: string, text: string, second: number) => string]>([
	['before a colon', (name, text) => wrapped(60, `${name}: ${text}`)],
	['before a colon, in paragraphs', (name, text) => `${wrapped(60, `${name}: ${text}`)}\n`],
	['behind a time', (name, text, second) => wrapped(60, `[0:0${second}] ${name}: ${text}`)],
	['above the text, with a colon', (name, text) => `${name}:\n${wrapped(60, text)}`],
	['above the text, with a time', (name, text, second) => `${name}  0:0${second}\n${wrapped(60, text)}`],
	['above the text, behind a time, in paragraphs', (name, text, second) => `0:0${second} - ${name}\n${wrapped(60, text)}\n`],
])('a line that does not go on where the text was wrapped is nobody’s, if names are %s', async (_, turn) => {
	const turns = STORY.map((text, index) => [index % 2 === 0 ? 'Mara' : 'Jon', text] as const);
	const text = turns.map(([name, words], index) => turn(name, words, index + 1)).join('\n');
	expect(await said(text.replace('any water.', '$&\nNo.'))).toEqual(turns.map(([name, words]) => `${name}|${words}`).toSpliced(4, 0, '|No.'));
});
