import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What n8n calls the trigger with: when it is registered or removed, and with each delivery. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;
