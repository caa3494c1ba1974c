import type { Client } from '../../client/index.ts';
import type { Terms } from '../../forms/terms.ts';

/**
 * The webhook that a trigger has at the service. `url` and `flowId` tell whether it is really this trigger's: a copied
 * flow, or a copied database, brings along the registration of another.
 */
export interface Registration {
	readonly id: string;
	readonly secret: string;
	readonly url: string;
	readonly flowId: string;
	/** The one before it, whose deliveries may still be on their way. */
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

/** What the steps of a registration need of a host. */
export interface RegistrationPort {
	/** Names the trigger among all of this process: its steps are taken one after the other. */
	readonly key: string;
	readonly flowId: string;
	/** Registered along with the address, for people who look for what uses a webhook. */
	readonly flowName?: string | undefined;
	/** Where deliveries to this trigger arrive. Throws `Refusal` when the host does not know. */
	readonly ownUrl: () => string;
	/** The service's base URL. */
	readonly serviceUrl: () => Promise<string>;
	/** A client whose requests together take no longer than that. Throws `ClientError`. */
	readonly connect: (limits: { readonly timeoutMs: number; readonly totalMs: number }) => Promise<Client>;
	/** The events that were chosen, as saved in the flow. */
	readonly chosen: () => readonly string[];
	/** Whether webhooks that this host left behind may give way when the plan allows no more. Without it, none does. */
	readonly removesDead?: () => boolean;
	/**
	 * Whether the host accepts deliveries of the previous webhook as well. Then another one is registered before that is
	 * deleted, so that no event falls between them.
	 */
	readonly overlaps?: boolean;
	readonly stored: StoredRegistration;
	/**
	 * Whether `url` is one of this host's own addresses for triggers, and it is certain that nothing listens there. False
	 * when in doubt, and without it.
	 */
	readonly isDead?: (url: string) => Promise<boolean>;
	readonly log: Log;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly terms: Terms;
}
