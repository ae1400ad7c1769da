import type { AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import type { Currency } from '#/domain/values/money.ts';
import type { Anticipations } from './anticipation.ts';
import type { Cards } from './card.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import type { Charges, PaymentMethod } from './charge.ts';
import type { Disputes } from './dispute.ts';
import type { Notices } from './notice.ts';
import type { Payouts, WithdrawMethod } from './payout.ts';
import type { Receivers } from './receiver.ts';
import type { RefundRight, Refunds } from './refund.ts';

/** Every operation may throw `ProviderFailure`; undefined = the provider has no such record. */
export interface PortOperations
  extends Cards, Charges, Refunds, Payouts, Receivers, Anticipations, Disputes {}

/** Operations that are requested again when the provider has no record of an earlier call. */
export type RepeatableOperation = 'createTransaction' | 'refund' | 'withdraw';

/** Operations whose outcome is looked up later. */
export type FindableOperation = RepeatableOperation | 'createReceiver';

/** What a provider declares for each operation; absent = its documents say nothing. */
type ByOperation<Operation extends string, Declared> = Readonly<
  Partial<Record<Operation, Declared>>
>;

/** After how many seconds since a call's deadline "no such call" is final. Absent = never. */
export type Absence = ByOperation<FindableOperation, { readonly seconds: number }>;

/** For how many hours the provider carries out requests with the same id and bytes only once. */
export type Repeatable = ByOperation<RepeatableOperation, { readonly hours: number }>;

export type OperationName = keyof PortOperations;

/** A request before its call is recorded. */
export type Unrecorded<Request> = Request extends unknown ? Omit<Request, 'attempt'> : never;

/**
 * Return the request that an operation would send first, as text without keys and tokens; undefined = none. The text contains personal
 * data: do not store it.
 */
export type Encoders = {
  readonly [Name in RepeatableOperation]?: (
    request: Unrecorded<Parameters<PortOperations[Name]>[0]>,
  ) => Promise<string | undefined>;
};

/** One interface over every acquirer (acquirers.1). An absent operation is not offered. Amounts are cents. */
export interface PaymentProvider
  extends Partial<PortOperations>, Partial<Notices>, AcquirerAccount {
  readonly id: string;
  readonly label: string;
  readonly paymentMethods: readonly PaymentMethod[];
  /** Not offered: cards, if nothing proves how a charge with a lost answer ended; payouts, if no look-up tells how a payout ended. */
  readonly unprovablePurposes?: readonly Purpose[];
  readonly withdrawMethods: readonly WithdrawMethod[];
  /** Currencies in which it collects; absent = reais only. */
  readonly currencies?: readonly Currency[];
  /** A charge may contain the card itself instead of a token. */
  readonly takesCardData?: boolean;
  /** Payment methods for which the provider requires the buyer's address. */
  readonly addressRequiredFor?: readonly PaymentMethod[];
  /** Registers companies only. */
  readonly acceptsOnlyCnpj?: boolean;
  /** How much may be refunded, by payment method; absent = any amount. */
  readonly refundRights?: Readonly<Partial<Record<PaymentMethod, RefundRight>>>;
  readonly absence?: Absence;
  readonly repeatable?: Repeatable;
  /** Has a function for each operation that the provider declares as repeatable. */
  readonly encode?: Encoders;
  /** Earlier accounts of the platform there that can still be asked; stated if the provider is opened for a `SEARCH`. */
  readonly formerAccounts?: readonly string[];
}

export type AcquirerUse =
  /** A call that is on record: refused once the platform has disconnected the acquirer. */
  | { readonly for: 'CALL' }
  /** To ask about an earlier call, even if the account was disconnected since. Undefined = unknown account. */
  | { readonly for: 'LOOK_UP'; readonly merchantAccount: string | undefined }
  /** To look for a call that the log may have lost, in the connected account or, without one, the one that was connected last. */
  | { readonly for: 'SEARCH' };

/**
 * Returns the acquirer, opened with the platform's account there.
 * @param use absent = the connected account, for anything but a call that is on record
 * @throws Refused `provider/not-offered` when there is no such acquirer, or no account there for this use
 */
export type PaymentProviders = (
  providerId: string,
  platformId: string,
  use?: AcquirerUse,
) => Promise<PaymentProvider>;
