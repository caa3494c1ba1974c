export { parseDelivery, type ParsedDelivery } from './parse.ts';
export { isSigned } from './verify.ts';
