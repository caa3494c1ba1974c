/** A client of the real service, which copies an account into a database of the sandbox and writes its meetings to files. */
export { exportAccount, type Exported } from './export.ts';
export { incompleteIn, mirrorAccount, type MirrorOptions, type MirrorReport, type Progress } from './mirror.ts';
export { mirroredFrom } from './owner.ts';
export { saidBy } from './service.ts';
export { parseBaseUrl } from '../../src/client/index.ts';
