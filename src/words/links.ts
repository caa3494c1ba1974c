/** The page on what a plan allows and what uses it. */
export const LIMITS_PAGE = 'https://github.com/meeting-assistant-integrations/n8n-nodes-meeting-assistant/blob/main/docs/limits.md';

/** The same in a form that shows HTML. */
export const LIMITS_LINK = `<a href="${LIMITS_PAGE}" target="_blank">Limits</a>`;
