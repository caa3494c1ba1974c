export type { Credentials } from './credentials.ts';
export { defaultPackages, loadPackages, type Packages } from './nodeTypes.ts';
export { type NodeRun, type RunOptions, runWorkflow, type WorkflowFile, type WorkflowRun } from './run.ts';
