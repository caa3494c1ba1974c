export { isSameAddress, spelledAlike } from './address.ts';
export { readDelivery, type Received } from './received.ts';
export { isSigned } from './verify.ts';
