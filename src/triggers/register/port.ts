import type { Client } from '../../client/index.ts';
import type { Terms } from '../../forms/index.ts';

/**
 * The webhook that a trigger has at the service. `url` and `flowId` tell whether it is really this trigger's: a copied flow or
 * database carries another trigger's registration.
 */
export interface Registration {
	readonly id: string;
	readonly secret: string;
	readonly url: string;
	readonly flowId: string;
	/** The previous webhook, whose deliveries may still be in transit. */
	readonly previous?: { readonly secret: string; readonly until: number } | undefined;
}

/** Where a host keeps a trigger's registration. */
export interface StoredRegistration {
	readonly read: () => Registration | undefined;
	readonly write: (registration: Registration) => void;
	readonly forget: () => void;
}

export interface Log {
	readonly info: (message: string) => void;
	/** `cause` never holds the key. */
	readonly warn: (message: string, details?: { readonly cause: string }) => void;
}

/** What registration needs from a host. */
export interface RegistrationPort {
	/** Identifies the trigger within this process: its steps run one after the other. */
	readonly key: string;
	readonly flowId: string;
	/** Registered with the address, to tell people what uses a webhook. */
	readonly flowName?: string | undefined;
	/** Where deliveries to this trigger arrive. Throws `Refusal` if the host does not know. */
	readonly ownUrl: () => string;
	/** How people give this host a public address, in a sentence without its full stop. */
	readonly givePublicAddress: string;
	/** How people free a webhook where the host does not offer to delete one, in a sentence without its full stop. */
	readonly freeWebhook?: string;
	/** The service's base URL. */
	readonly serviceUrl: () => Promise<string>;
	/** Creates a client whose requests together take no longer than `totalMs`. Throws `ClientError`. */
	readonly connect: (limits: { readonly timeoutMs: number; readonly totalMs: number }) => Promise<Client>;
	/** The events that were chosen, as saved in the flow. */
	readonly chosen: () => readonly string[];
	/**
	 * Whether the host also accepts deliveries of the previous webhook. Then the new one is registered before the old one is
	 * deleted, so that no event is lost in between.
	 */
	readonly overlaps?: boolean;
	readonly stored: StoredRegistration;
	readonly log: Log;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly terms: Terms;
}
