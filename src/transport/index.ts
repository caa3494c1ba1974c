export {
	AnswerTooLarge,
	DEFAULT_MAX_ANSWER_BYTES,
	eitherSignal,
	NoAnswer,
	reasonOf,
	redactor,
	whyNot,
	type NoAnswerReason,
	type Transport,
	type TransportAnswer,
	type TransportRequest,
} from './transport.ts';
