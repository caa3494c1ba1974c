export { isSameAddress, isSigned, readDelivery, spelledAlike, type Received } from './delivery.ts';
