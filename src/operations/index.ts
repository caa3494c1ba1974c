export { catalogue, type OperationIds } from './catalogue.ts';
export { readInput, type Choice, type Field, type Fields, type Given, type InputOf, type Kind, type Picks } from './field.ts';
export { conditionsOf, inputSchema, type JsonSchema, type Reader } from './jsonSchema.ts';
export { allFields, creditsOf, groups, hintEmpty, labelled, onlyReads, requestsOf, type Asked, type Group, type Operation, type Resource, type Result, type TextFile } from './operation.ts';
export { createSession, type HostedSession, type Limits, type Session, type SessionOptions } from './session.ts';
