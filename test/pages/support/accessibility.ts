import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod/v4';

const Results = z.object({
	passes: z.array(z.unknown()).min(10),
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** The violations that axe finds on a page, as `rule: element`. */
export async function violationsOn(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = Results.parse(await page.evaluate('axe.run({ resultTypes: ["violations", "passes"] })'));
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
