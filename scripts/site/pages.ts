import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export const REPOSITORY = 'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant';
/** Pages that are also shown by npm and Zapier name files of the repository by one of these. */
const ABSOLUTE = [`${REPOSITORY}/blob/main/`, `${REPOSITORY.replace('github.com', 'raw.githubusercontent.com')}/main/`];

/**
 * The site's pages by section: the file in the repository, and its name in the navigation. Their path on the site is made from
 * the file's.
 */
export const sections: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'Start here': {
		'README.md': 'Overview',
		'docs/n8n.md': 'n8n',
		'docker/README.md': 'n8n in Docker',
		'packages/node-red/README.md': 'Node-RED',
		'packages/zapier/README.md': 'Zapier',
		'packages/mcp/README.md': 'AI agents',
		'packages/client/README.md': 'Programs',
		'sandbox/README.md': 'Sandbox',
	},
	Use: {
		'docs/recipes.md': 'Recipes',
		'examples/README.md': 'Example workflows',
		'docs/operations.md': 'Operations',
		'docs/triggers.md': 'Triggers and guarantees',
		'docs/sync.md': 'Syncing action items',
		'docs/search.md': 'Search',
		'docs/notes.md': 'Notes',
		'packages/rehearsal/README.md': 'Rehearsal',
		'docs/errors.md': 'Errors',
		'docs/limits.md': 'Limits per plan',
		'docs/faq.md': 'Questions',
	},
	Reference: {
		'docs/platforms.md': 'Platforms',
		'docs/endpoints.md': 'Endpoints',
		'docs/assumptions.md': 'Assumptions',
		'docs/sandbox.md': 'What the sandbox decides',
		'docs/scaling.md': 'Scaling',
		'SECURITY.md': 'Security',
	},
	Proof: {
		'docs/comparison.md': 'Comparison',
		'docs/benchmarks.md': 'Benchmarks',
		'docs/client-comparison.md': 'The client beside others',
		'docs/evidence.md': 'Evidence',
		'docs/due-dates.md': 'Due dates',
		'docs/people.md': 'People',
		'docs/agents.md': 'Agents, measured',
		'docs/faults.md': 'Faults',
		'docs/mutation.md': 'Mutation',
		'docs/offline-ai.md': 'The offline AI',
	},
	Project: {
		'docs/architecture.md': 'Architecture',
		'CONTRIBUTING.md': 'Contributing',
		'docs/releasing.md': 'Releasing',
		'packages/zapier/CHECKS.md': 'Zapier’s checks',
		'CHANGELOG.md': 'Changelog',
	},
};

const files = Object.values(sections).flatMap((pages) => Object.keys(pages));

/**
 * `packages/mcp/README.md` → `packages/mcp/index.md`; the pages of `docs` are at the top level, unless there is a folder of that
 * name: hosts do not agree on whether `/sandbox` is `sandbox.html` or `sandbox/index.html`.
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
