import type { Anticipations } from './anticipation.ts';
import type { Cards } from './card.ts';
import type { Charges, PaymentMethod } from './charge.ts';
import type { Disputes } from './dispute.ts';
import type { Notices } from './notice.ts';
import type { Payouts, WithdrawMethod } from './payout.ts';
import type { Receivers } from './receiver.ts';
import type { RefundRight, Refunds } from './refund.ts';

/** Everything that a provider may be asked. Each throws `ProviderFailure`; undefined = it knows of no such thing. */
export interface PortOperations
  extends Cards, Charges, Refunds, Payouts, Receivers, Anticipations, Disputes {}

export type OperationName = keyof PortOperations;

/**
 * One interface over every acquirer (acquirers.1). An absent operation is a capability that it does not offer; field names
 * are the spec's. Amounts are cents here and whatever the provider speaks on its wire.
 */
export interface PaymentProvider extends Partial<PortOperations>, Partial<Notices> {
  readonly id: string;
  readonly label: string;
  /** What `createTransaction` takes. */
  readonly paymentMethods: readonly PaymentMethod[];
  /** What `withdraw` takes. */
  readonly withdrawMethods: readonly WithdrawMethod[];
  /** A charge may hold the card itself. */
  readonly takesCardData?: boolean;
  /** Ways to pay that it takes only with an address of the buyer. */
  readonly wantsAddress?: readonly PaymentMethod[];
  /** Registers companies alone. */
  readonly takesNoCpf?: boolean;
  /** By way to pay; any amount where nothing is said. */
  readonly refundRights?: Readonly<Partial<Record<PaymentMethod, RefundRight>>>;
}

/** The provider of an id, with the account that a platform has there. @throws Refused `provider/not-offered` */
export type PaymentProviders = (providerId: string, platformId: string) => Promise<PaymentProvider>;
