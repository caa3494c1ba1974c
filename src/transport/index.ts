export { AnswerTooLarge, type BodyStream, DEFAULT_MAX_ANSWER_BYTES, eitherSignal, isBodyStream, isKey, NO_KEY, NoAnswer, type NoAnswerReason, plainHeaders, readText, REDACTED, redactor, rootMessage, type Transport, type TransportAnswer, type TransportOptions, type TransportRequest, whyNot } from './transport.ts';
export { type Fetch, fetchTransport, type FetchTransportOptions } from './fetch.ts';
