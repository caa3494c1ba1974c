import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * Calls back once the sender has n8n's answer, with whether that says that the delivery was taken: n8n answers when the
 * execution is on its way, and with an error when anything failed before. A sender that is gone by then has no answer.
 */
export function whenAnswered(context: IWebhookFunctions, tell: (isAccepted: boolean) => void): void {
	const response = context.getResponseObject();
	// Closed follows when it was sent as well; the first of both counts.
	let isTold = false;
	const tellOnce = (isAccepted: boolean): void => {
		if (isTold) return;
		isTold = true;
		tell(isAccepted);
	};
	response.once('finish', () => tellOnce(response.statusCode < 400));
	response.once('close', () => tellOnce(false));
}
