import { controls } from '../control/index.ts';
import type { Sandbox } from '../index.ts';

/** Fills an empty sandbox so that every endpoint has something to return. Returns the API key, which is shown only once. */
export async function firstRun({ perform }: Sandbox): Promise<{ key: string }> {
	const { user } = await perform(controls.everything.addSample, {});
	return perform(controls.keys.create, { user });
}
