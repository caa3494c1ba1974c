import type { IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

/** n8n’s log, with the name of the workflow in each line: n8n itself adds only the type of the node. */
export function logOf(context: IHookFunctions | IPollFunctions | IWebhookFunctions) {
	const named = (message: string): string => `${context.getWorkflow().name ?? 'Unnamed workflow'}: ${message}`;
	return {
		info: (message: string): void => context.logger.info(named(message)),
		warn: (message: string, details?: { readonly cause: string }): void => context.logger.warn(named(message), details),
	};
}
