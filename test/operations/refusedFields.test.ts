import { connect } from '../../packages/client/index.ts';
import { catalogue } from '../../src/operations/index.ts';
import { labelled } from '../../src/operations/operation.ts';
import { insightWorld, type InsightWorld } from './insight/world.ts';

let world: InsightWorld;
beforeEach(async () => void (world = await insightWorld()));
afterEach(() => world.sandbox.stop());

test('a value that the service refuses is named as the form names it', async () => {
	const id = await world.addMeeting({ title: 'Weekly', startTime: new Date(Date.now() - 3_600_000).toISOString() });
	const rename = catalogue.find((one) => one.id === 'conversation')?.operations.find((one) => one.id === 'rename');
	const refused: unknown = await connect(world.credential).conversations.rename({ id, title: 'a'.repeat(501) }).catch((error: unknown) => error);
	expect(labelled(refused, rename)).toMatchObject({ problem: { code: 'validation_error', message: expect.stringMatching(/^New Title: must have at most 500 characters/) } });
});
