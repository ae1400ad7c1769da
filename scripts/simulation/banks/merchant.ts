import {
  createAuthentication,
  type Authentication,
} from '#/adapters/payments/simulators/authentication.ts';
import {
  createEngine,
  type Engine,
  type EngineOptions,
} from '#/adapters/payments/simulators/engine.ts';
import { deliveryFor } from '#/adapters/payments/simulators/notices.ts';
import type { Resource } from '#/adapters/payments/simulators/store.ts';
import { NO_DEFAULTS } from '#/domain/ports/platform-defaults.ts';
import type { SentNotice } from './bank.ts';
import type { IsAbsent } from './lag.ts';

const REFUSED = 401;

/** Accepts any key that is valid now. @param onUsed called with each key that a call may have */
const openFor = (
  keys: () => readonly Authentication[],
  onUsed: (key: Authentication) => void,
): Authentication => ({
  openReply: (received) => {
    const replies = keys().map((each) => each.openReply(received));
    return replies.find((reply) => reply?.status !== REFUSED) ?? replies[0];
  },
  isAuthorized: (received, step) => {
    const used = keys().filter((each) => each.isAuthorized(received, step));
    used.forEach(onUsed);
    return used.length > 0;
  },
});

type Role = 'orderId' | 'withdrawReference' | 'registrationId' | 'transactionId' | 'withdrawId';

export const role = ({ roles }: Resource, ...names: readonly Role[]): string =>
  names.map((name) => roles.get(name)).find((text) => text !== undefined) ?? '';

/** Our id of the charge, payout or registration. */
const referenceOf = (resource: Resource): string =>
  role(resource, 'orderId', 'withdrawReference', 'registrationId');

/** The acquirer's address and the secret of its notices are no keys. */
const isKey = (name: string): boolean => !/url$|^webhook/i.test(name);

/** @param nth among all keys that the acquirer has issued */
const withKeys = (account: object, nth: number): object =>
  Object.fromEntries(
    Object.entries(account).map(([name, value]: [string, unknown]) => [
      name,
      nth > 1 && isKey(name) ? `${String(value)}-${nth}` : value,
    ]),
  );

interface MerchantOptions extends Omit<
  EngineOptions,
  'authentication' | 'onChange' | 'onLookUp' | 'isAbsent'
> {
  readonly url: string;
  /** Number of the next key. */
  readonly nth: () => number;
  readonly tell: (notice: SentNotice) => void;
  readonly isAbsent: IsAbsent;
  /** Address of notices about requests that state none. */
  readonly notifiedAt: () => string | undefined;
}

interface Key {
  readonly account: object;
  readonly authentication: Authentication;
}

/** A merchant account: books of its own, and one or more keys to them. */
export class Merchant {
  readonly engine: Engine;
  /** The account with its first keys, by which the product names it. */
  readonly opened: object;
  readonly #options: MerchantOptions;
  readonly #used = new Set<Authentication>();
  #keys: readonly Key[];

  constructor(options: MerchantOptions) {
    this.#options = options;
    const first = this.#newKey();
    this.opened = first.account;
    this.#keys = [first];
    this.engine = createEngine({
      ...options,
      authentication: openFor(
        () => this.#keys.map(({ authentication }) => authentication),
        (key) => this.#used.add(key),
      ),
      onChange: (resource) => this.tell(resource),
      isAbsent: (resource) => options.isAbsent(referenceOf(resource), resource.createdAt),
    });
  }

  /** The account with the latest keys. */
  get account(): object {
    return this.#latest.account;
  }

  /** Whether a call had the latest keys, with which notices are signed. */
  get isLatestUsed(): boolean {
    return this.#used.has(this.#latest.authentication);
  }

  get #latest(): Key {
    const key = this.#keys.at(-1);
    if (!key) throw new Error('a merchant has a key');
    return key;
  }

  /** @returns a function that revokes the earlier keys */
  renew(): () => void {
    const added = this.#newKey();
    const earlier = this.#keys;
    this.#keys = [...earlier, added];
    return () => {
      this.#keys = this.#keys.filter((key) => !earlier.includes(key));
    };
  }

  /**
   * Returns the notice about a resource; undefined = none is documented, or there is no address.
   * @param elsewhere the address if the acquirer has none
   */
  noticeOf(resource: Resource, elsewhere?: string): SentNotice | undefined {
    const { providerCases, random, notifiedAt } = this.#options;
    const url = resource.webhookUrl ?? notifiedAt() ?? elsewhere;
    const delivery = url && deliveryFor(providerCases, this.account, resource, random);
    return url && delivery ? { url, ...delivery, about: referenceOf(resource) } : undefined;
  }

  tell(resource: Resource, isSure = false): void {
    const notice = this.noticeOf(resource);
    if (notice) this.#options.tell({ ...notice, isSure });
  }

  #newKey(): Key {
    const { providerCases, random, url, nth } = this.#options;
    const { provider, tokens } = providerCases;
    const account = withKeys(Object(providerCases.account(url)), nth());
    const channels = Object.values(provider.channels(provider.account.parse(account), NO_DEFAULTS));
    return { account, authentication: createAuthentication(channels, random, tokens) };
  }
}
