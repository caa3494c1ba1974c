import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n offers a node to AI agents under its own name with this ending. An agent is not kept waiting. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean => context.getNode().type.endsWith('Tool');
