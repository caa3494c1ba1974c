export { isSameAddress, isSigned, isStale, readDelivery, spelledAlike, type Received } from './delivery.ts';
