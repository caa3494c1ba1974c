import { platformsPage } from '../../scripts/docs/platforms.ts';
import { tools } from '../../src/agents/index.ts';

test('the page of platforms names the tools that the MCP server has, and no others', () => {
	const [, operations = ''] = /## Operations\n([\s\S]*?)\n## /.exec(platformsPage()) ?? [];
	const named = operations.match(/(?<=`)[a-z]+(?:_[a-z]+)+(?=`)/g) ?? [];
	expect([...new Set(named)].toSorted()).toEqual([...tools.keys()].toSorted());
});
