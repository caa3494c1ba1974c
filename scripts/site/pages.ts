import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export const TITLE = 'Meeting Assistant';
export const SUMMARY =
	'Connects a meeting assistant, which records and transcribes calls, to n8n, Node-RED, Zapier, AI agents (MCP) and programs: follow-up emails, action items, briefings and digests. A sandbox runs the whole service on one machine, without an account.';
export const REPOSITORY = 'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant';
/** Prefixes of absolute links to files of the repository, used in pages that npm and Zapier show as well. */
const ABSOLUTE = [`${REPOSITORY}/blob/main/`, `${REPOSITORY.replace('github.com', 'raw.githubusercontent.com')}/main/`];

interface Page {
	/** In the navigation. */
	readonly title: string;
	/** What a reader finds there, in one sentence. */
	readonly about: string;
}

/** The site's pages by section, by the file in the repository. Their path on the site is made from the file's. */
export const sections: Readonly<Record<string, Readonly<Record<string, Page>>>> = {
	'Start here': {
		'README.md': { title: 'Overview', about: 'What you can build, and how to try it.' },
		'docs/n8n.md': { title: 'n8n', about: 'Install the nodes, connect your account, and run your first workflow.' },
		'docker/README.md': { title: 'n8n in Docker', about: 'The same for n8n in containers.' },
		'packages/node-red/README.md': { title: 'Node-RED', about: 'The nodes for Node-RED, with example flows.' },
		'packages/zapier/README.md': { title: 'Zapier', about: 'Triggers, searches and actions for Zapier, and four Zaps to start with.' },
		'packages/mcp/README.md': { title: 'AI agents (MCP)', about: 'The MCP server for Claude, ChatGPT, Cursor and other AI agents.' },
		'packages/client/README.md': { title: 'Programs', about: 'The typed client for programs.' },
	},
	Build: {
		'docs/recipes.md': { title: 'Recipes', about: 'The most common jobs, each as a workflow to import.' },
		'examples/README.md': { title: 'Ready-made workflows', about: 'All workflows for n8n, small and robust, and what each would do in a month.' },
		'docs/operations.md': { title: 'Operations', about: 'What each operation does, and the AI credits and requests it uses.' },
		'docs/triggers.md': { title: 'Triggers', about: 'How to start a workflow after each meeting and miss none, even if n8n goes down.' },
		'docs/data.md': { title: 'Dates, people, quotes, search', about: 'By when, whose address, where it was said, and any words of your transcripts.' },
		'docs/sync.md': { title: 'Tasks and notes in sync', about: 'How to keep a task list or a folder of notes up to date without losing your changes.' },
		'docs/limits.md': { title: 'Limits and scaling', about: 'What your plan allows, what uses it up, and how to run many workflows within it.' },
		'docs/errors.md': { title: 'Errors and questions', about: 'What to do when something fails, and answers to common questions.' },
	},
	Offline: {
		'docs/offline.md': { title: 'Try it offline', about: 'The demo, the sandbox and the rehearsal: everything without an account, on your machine.' },
		'packages/rehearsal/README.md': { title: 'Rehearsal', about: 'What a workflow would do in a month, before you publish it.' },
		'sandbox/README.md': { title: 'Sandbox', about: 'All commands, formats, faults and test routes of the sandbox.' },
	},
	Decide: {
		'docs/platforms.md': { title: 'Platforms', about: 'What n8n, Zapier, Node-RED, programs and AI agents can each do.' },
		'docs/privacy.md': { title: 'Privacy', about: 'Where your data goes on each platform, and what is stored.' },
		'SECURITY.md': { title: 'Security', about: 'What is protected, how, and what is not.' },
		'docs/comparison.md': { title: 'Comparison', about: 'How similar nodes and clients do the same jobs.' },
		'docs/benchmarks.md': { title: 'Benchmarks', about: 'Speed, size and requests, as measured.' },
	},
	Project: {
		'docs/assumptions.md': { title: 'The service', about: 'Every endpoint, what the API description leaves open, and what we assumed.' },
		'CONTRIBUTING.md': { title: 'Contributing', about: 'How the code is built, tested and changed.' },
		'docs/releasing.md': { title: 'Releasing', about: 'How a release is made, and where each package is listed.' },
		'packages/zapier/CHECKS.md': { title: 'Zapier’s checks', about: 'Zapier’s style checks by number, and where this integration stands.' },
		'CHANGELOG.md': { title: 'Changelog', about: 'What changed in each version.' },
	},
};

const files = Object.values(sections).flatMap((pages) => Object.keys(pages));

/**
 * `packages/mcp/README.md` → `packages/mcp/index.md`; the pages of `docs` are at the top level, unless there is a folder of that
 * name: hosts disagree on whether `/sandbox` means `sandbox.html` or `sandbox/index.html`.
 */
export function placeOf(file: string): string {
	const place = file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
	return files.includes(place.replace(/\.md$/, '/README.md')) ? `about-${place}` : place;
}

/** Where a page's link points on the site: to another page, to a copied picture, or to the file in the repository. */
function linkFrom(file: string, link: string): string {
	const [path = '', anchor] = link.split('#');
	const base = ABSOLUTE.find((one) => path.startsWith(one));
	const target = base === undefined ? posix.join(posix.dirname(file), path) : path.slice(base.length);
	const hash = anchor === undefined ? '' : `#${anchor}`;
	if (files.includes(target)) return `/${placeOf(target)}${hash}`;
	if (target.startsWith('docs/images/') || target.startsWith('packages/node-red/images/')) return `/${target}`;
	return `${REPOSITORY}/blob/main/${target}${hash}`;
}

const isElsewhere = (link: string): boolean => /^(?:[a-z]+:|#|\/)/i.test(link) && !ABSOLUTE.some((base) => link.startsWith(base));

/** A page of the repository as shown on the site. Code is left as it is. */
export function pageOf(file: string): string {
	const relink = (link: string) => (isElsewhere(link) ? link : linkFrom(file, link));
	return readFileSync(file, 'utf8')
		// GitHub renders indented code like fenced code; VitePress only renders the latter.
		.replace(/(?<=\n\n)(?: {4}.*\n)+/g, (block) => `\`\`\`sh\n${block.replace(/^ {4}/gm, '')}\`\`\`\n`)
		.split(/(```[\s\S]*?```|`[^`\n]*`)/)
		.map((part, at) =>
			at % 2 === 1
				? part
				: part
						.replace(/\]\(([^)\s]+)\)/g, (_, link: string) => `](${relink(link)})`)
						// A number and its sign stay on one line, also in a narrow table.
						.replace(/(?<=\d) (?=[×%])/g, '\u00a0')
						.replace(/(src|srcset)="([^"]+)"/g, (_, name: string, link: string) => `${name}="${relink(link)}"`),
		)
		.join('');
}

/** Pages that are missing from the site by mistake. */
export const missingPages = (): readonly string[] => globSync('docs/*.md').map((file) => file.replaceAll('\\', '/')).filter((file) => !files.includes(file));

/** The path of a page's text on the site: next to the page, for programs that read Markdown. */
const textOf = (file: string): string => `/${placeOf(file)}`;

/** The site's index for language models (https://llmstxt.org). Pages about the project itself come last, because they can be skipped. */
export function llmsText(): string {
	const lists = Object.entries(sections).map(([section, pages]) => {
		const links = Object.entries(pages).map(([file, { title, about }]) => `- [${title}](${textOf(file)}): ${about}`);
		return `## ${section === 'Project' ? 'Optional' : section}\n\n${links.join('\n')}`;
	});
	return `# ${TITLE}\n\n> ${SUMMARY}\n\n${lists.join('\n\n')}\n`;
}

/** The list of pages in the README, without those that it already mentions. */
export const pagesList = (): string =>
	Object.entries(sections)
		.filter(([section]) => section !== 'Start here')
		.map(([section, pages]) => `**${section}**\n\n${Object.entries(pages).map(([file, { title, about }]) => `- [${title}](${file}): ${about}`).join('\n')}`)
		.join('\n\n');
