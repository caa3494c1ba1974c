import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

/** Lints texts as if each were the file it names, with the repository's configuration. Input and output are JSON. */
const sources = JSON.parse(await text(process.stdin));
const eslint = new ESLint();
const reports = [];
for (const { file, source } of sources) {
	const [{ messages }] = await eslint.lintText(source, { filePath: file });
	reports.push(messages.map(({ ruleId, message, line }) => ({ rule: ruleId ?? 'not parsed', message, line })));
}
process.stdout.write(JSON.stringify(reports));
