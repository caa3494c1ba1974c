export type { Cache } from './cache.ts';
export { type Agreed, call, CallFailure, type Calling, compact, failing, type Host, isMissing, type Plan, planOf, type Returned, sessionOf, UTC } from './call.ts';
export { type Agreement, allOf, declined, type Decision, deedsOf, neededFor, perform, questionOf, refused, unasked } from './consent.ts';
export { instructionsOn, QUOTED } from './instructions.ts';
export { Switch, withNegatives } from './options.ts';
export { type HostWords, readingTerms, terms, toolName, toolTerms } from './terms.ts';
export { defaultToolsets, hasOwnCursor, type Hints, LEFT_OUT, NO_TOOLS, offered, onlyReading, type OperationTool, pageFields, type Permission, permissionOf, permissions, reader, readingHints, type Tool, type Toolset, tools, toolsets } from './tools.ts';
