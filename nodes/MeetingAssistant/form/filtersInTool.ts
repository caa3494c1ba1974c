import { capitalized } from '../../../src/words/index.ts';

/** The filters of a tool: n8n keeps a field’s value when the operation changes, and with it what the model fills in. */
export const filtersInTool = (resource: string, operation: string): string => `${resource}${capitalized(operation)}Filters`;
