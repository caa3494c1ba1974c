import { pinned } from '../pinned.ts';

/** What a program installs to build an agent. */
export const names = ['@langchain/core', '@openai/agents', 'ai', 'langchain'] as const;

/** About 160 MB, ten seconds. */
export const frameworks = pinned({ name: 'frameworks', proofs: names.map((name) => `${name}/package.json`) });
export const { inside, isInstalled } = frameworks;
