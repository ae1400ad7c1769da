import type { EventType } from '#/domain/events.ts';
import type { Addressed, AnyHappened, Happened } from '#/domain/policies/policy.ts';
import type { FileStorage } from '#/domain/ports/file-storage.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Sealed } from '#/domain/sealed.ts';
import type { Timestamp } from '#/domain/time.ts';

/** Which registration of a seller with an acquirer is meant. */
export interface RegistrationId {
  readonly platformId: string;
  readonly sellerId: string;
  readonly provider: string;
  readonly registrationId: string;
}

/** What reactions reach the world through. */
export interface Ports {
  readonly providers: PaymentProviders;
  /** Reads personal data; undefined when it was erased. */
  readonly open: <Value>(text: Sealed) => Promise<Value | undefined>;
  readonly files: FileStorage;
  /** A name that nobody can guess, the same for the same text. */
  readonly secretName: (text: string) => string;
  readonly webhookUrl: (providerId: string, platformId: string) => string;
  /** The page where an offer is bought. */
  readonly checkoutUrl: (offerId: string) => string;
  /** Who sells, as acquirers are told of it. */
  readonly seller: {
    /** CPF or CNPJ; undefined when it was erased. */
    readonly documentOf: (sellerId: string) => Promise<string | undefined>;
    /** Of the account of its own that it has at an acquirer; undefined when it has none. */
    readonly receiverTokenOf: (sellerId: string, provider: string) => Promise<string | undefined>;
  };
  readonly receivers: {
    /** Puts on record that the acquirer is about to be asked; false when that had been recorded before. */
    readonly begin: (registration: RegistrationId) => Promise<boolean>;
    /** Keeps the key of the account that a receiver has at the acquirer, where secrets are kept. */
    readonly keepToken: (registration: RegistrationId, token: string) => Promise<void>;
  };
  readonly now: () => Timestamp;
}

/**
 * A reaction that calls a provider. Never replayed by a rebuild; when it runs again after a crash the provider recognises
 * our id, and what it answered the first time is read instead of done twice.
 */
export interface Reaction {
  readonly name: string;
  /** Undefined = not about this event. */
  readonly react: (event: AnyHappened, ports: Ports) => Promise<readonly Addressed[]> | undefined;
}

export const defineReaction = (
  name: string,
  on: {
    readonly [Type in EventType]?: (
      event: Happened<Type>,
      ports: Ports,
    ) => Promise<readonly Addressed[]>;
  },
): Reaction => ({
  name,
  // The handler was chosen by the event's own type.
  react: (event, ports) => on[event.type]?.(event as never, ports),
});
