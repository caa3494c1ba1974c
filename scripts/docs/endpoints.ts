import { api, type Credit, type Endpoint, type Repeat } from '../../src/api/index.ts';

const creditWords: Readonly<Record<Credit, string>> = {
	never: '',
	'unless-saved': 'one, unless a result is saved',
	always: 'one each time',
};

const repeatWords: Readonly<Record<Repeat, string>> = {
	always: 'yes',
	'unless-forced': 'yes, without `forceRefresh`',
	never: 'no',
};

const rowOf = (name: string, { method, path, summary, notes, credit, repeat }: Endpoint): string => {
	const cells = [`\`${name}\``, `\`${method} ${path}\``, [summary, notes].filter(Boolean).join('. '), creditWords[credit], repeatWords[repeat]];
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
};

/** The endpoint reference as Markdown, made from the table. */
export function endpointReference(): string {
	const rows = Object.entries(api).flatMap(([resource, endpoints]) =>
		Object.entries(endpoints).map(([name, endpoint]) => rowOf(`${resource}.${name}`, endpoint)),
	);
	return `# Endpoints

Made from the table in \`src/api\` by \`npm run docs\`. "Again" says whether the client sends a request once more when nobody
knows what became of the first; a refusal for the hourly limit may always be repeated.

| Method of the client | Request | What it does | AI credits | Again |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
