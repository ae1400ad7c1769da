import { currencySchema, type Currency } from '#/domain/values/money.ts';

/** The chart of accounts: `<owner>:<id>:<currency>:<part>`. A balance is credits minus debits. */

interface OfPlatform {
  readonly platformId: string;
  readonly currency: Currency;
}

interface OfReceiver {
  readonly receiverId: string;
  readonly currency: Currency;
}

/** Money that a provider has collected and not yet paid out, by merchant account. */
export const providerClearing = ({
  provider,
  merchantAccount,
  platformId,
  currency,
}: OfPlatform & {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}): string => `provider:${provider}:${merchantAccount ?? platformId}:${currency}:clearing`;

/** Approved money not yet booked to sellers' accounts; zero once policies have caught up. */
export const platformSettling = ({ platformId, currency }: OfPlatform): string =>
  `platform:${platformId}:${currency}:settling`;

/** Money that no sale or withdrawal explains, until staff decide about it (money.84, money.92). */
export const platformUnapplied = ({ platformId, currency }: OfPlatform): string =>
  `platform:${platformId}:${currency}:unapplied`;

/** The platform's earnings: fees, and the buyers' instalment interest. */
export const platformFees = ({ platformId, currency }: OfPlatform): string =>
  `platform:${platformId}:${currency}:fees`;
export const platformInterest = ({ platformId, currency }: OfPlatform): string =>
  `platform:${platformId}:${currency}:interest`;

/** Losses that the platform bears, for example money that was given back twice. */
export const platformLosses = ({ platformId, currency }: OfPlatform): string =>
  `platform:${platformId}:${currency}:losses`;

/** Not yet due, free to withdraw, and held for withdrawals and refunds under way. */
export const receiverPending = ({ receiverId, currency }: OfReceiver): string =>
  `receiver:${receiverId}:${currency}:pending`;
export const receiverAvailable = ({ receiverId, currency }: OfReceiver): string =>
  `receiver:${receiverId}:${currency}:available`;
export const receiverHeld = ({ receiverId, currency }: OfReceiver): string =>
  `receiver:${receiverId}:${currency}:held`;

export type LedgerAccountKind = 'ASSET' | 'LIABILITY' | 'REVENUE' | 'EXPENSE';

export interface LedgerAccount {
  readonly owner: 'provider' | 'platform' | 'receiver';
  /** For a provider, the id includes the merchant account: `sandbox:demo`. */
  readonly id: string;
  readonly currency: Currency;
  readonly part: string;
  readonly kind: LedgerAccountKind;
}

/** No event moves money of `bank`, `acquirer-cost` and `adjustments`. */
const KINDS: Readonly<Record<string, LedgerAccountKind>> = {
  'provider:clearing': 'ASSET',
  /** Money that providers have paid out to the platform itself. */
  'platform:bank': 'ASSET',
  'platform:settling': 'LIABILITY',
  'platform:unapplied': 'LIABILITY',
  'platform:fees': 'REVENUE',
  'platform:interest': 'REVENUE',
  /** Fees that providers keep for their service. */
  'platform:acquirer-cost': 'EXPENSE',
  'platform:losses': 'EXPENSE',
  /** Corrections by hand; a gain makes the balance positive. */
  'platform:adjustments': 'EXPENSE',
  'receiver:pending': 'LIABILITY',
  'receiver:available': 'LIABILITY',
  'receiver:held': 'LIABILITY',
};

/** @throws RangeError when the address is not in the chart */
export const ledgerAccount = (address: string): LedgerAccount => {
  const [owner, ...rest] = address.split(':');
  const [id, currencyCode, part] = [rest.slice(0, -2), rest.at(-2), rest.at(-1) ?? ''];
  const kind = KINDS[`${owner}:${part}`];
  const { data: currency } = currencySchema.safeParse(currencyCode);
  const isWhole = id.length === (owner === 'provider' ? 2 : 1) && !id.includes('');
  const isOwner = owner === 'provider' || owner === 'platform' || owner === 'receiver';
  if (!kind || !currency || !isWhole || !isOwner) {
    throw new RangeError(`not in the chart of accounts: ${address}`);
  }
  return { owner, id: id.join(':'), currency, part, kind };
};

/** The address from before addresses stated the currency and the merchant account. */
export const formerAddress = (address: string): string => {
  const [owner, id, ...rest] = address.split(':');
  return `${owner}:${id}:${rest.at(-1)}`;
};
