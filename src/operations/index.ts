export { Answers } from './answers.ts';
export { conversationOf, creditsLine, meetingLines } from './atStake.ts';
export { catalogue, type OperationIds } from './catalogue.ts';
export { allFields, creditsOf, groups, labelled, onlyReads, requestsOf, returnsMany, type Asked, type Group, type Operation, type Resource, type Result, type TextFile } from './operation.ts';
export { explainRun, runOperation, type OperationRun, type RunSummary } from './run.ts';
export { createSession, type Limits, type Session, type SessionOptions } from './session.ts';
