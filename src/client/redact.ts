const keyLike = /\b[A-Za-z]{2,12}_[0-9A-Fa-f]{16,}\b/g;
const bearer = /\bBearer\s+\S+/gi;

/** Text from outside may echo a key back; it must not get into an error or a log. */
export const redact = (text: string): string => text.replace(bearer, 'Bearer [redacted]').replace(keyLike, '[redacted]');
