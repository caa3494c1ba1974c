import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { loadPackages, type Packages } from '../../../packages/rehearsal/engine/index.ts';
import { startLife, type LifeOptions } from '../../support/pollingLife.ts';

let loaded: Promise<Packages> | undefined;

export type TriggerOptions = Pick<LifeOptions, 'credential' | 'name' | 'parameters' | 'pollBudgetMs'> & {
	/** Data that another trigger has saved. */
	readonly saved?: string;
};

/** The built polling trigger in n8n. Each activation starts it again, in the same process. */
export async function createTrigger({ saved = '{}', ...options }: TriggerOptions) {
	const packages = await (loaded ??= loadPackages([process.cwd()]));
	const logs: string[] = [];
	const emitted: IDataObject[] = [];
	const executions: NonNullable<LifeOptions['executions']> = [];
	const same = { ...options, packages, executions, workflowId: randomUUID() };
	const begin = (before: string) =>
		startLife({ ...same, saved: before, onItems: (items) => void emitted.push(...items), onLog: (message) => void logs.push(message) });
	let life = begin(saved);
	const poll = async (how?: Parameters<typeof life.poll>[0]): Promise<IDataObject[] | null> => {
		const items = await life.poll(how);
		// Executions are started as soon as the poll is over.
		await new Promise(setImmediate);
		return items.length > 0 ? items : null;
	};
	return {
		/** Items of a scheduled poll; null when there are none. */
		poll: () => poll(),
		/** Activates the trigger, like publishing or a start of n8n: it polls at once. */
		activate(): Promise<IDataObject[] | null> {
			life = begin(life.saved());
			return poll({ isActivation: true });
		},
		executions,
		emitted,
		logs,
		manual: () => poll({ isManual: true }),
		saved: () => life.saved(),
		memory: () => life.memory(),
	};
}
