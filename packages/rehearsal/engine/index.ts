export type { Credentials } from './credentials.ts';
export { defaultPackages, eventLabels, loadPackages, ownPackage, type Packages } from './packages.ts';
export { type NodeRun, type RunOptions, runWorkflow, type WorkflowFile, type WorkflowRun } from './runWorkflow.ts';
