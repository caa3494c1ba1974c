/** A client of the real service, which copies an account into a database of the sandbox. */
export { mirrorAccount, type MirrorOptions, type MirrorReport, type Progress } from './mirror.ts';
export { mirroredFrom } from './owner.ts';
export { addressOf, saidBy } from './service.ts';
