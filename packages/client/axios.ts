export { axiosTransport } from '../../src/transport/axios.ts';
export type { Transport, TransportOptions } from '../../src/transport/index.ts';
