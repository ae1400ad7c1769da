import {
  listOfferingProviders,
  listPossibleProviders,
  type RoutingDecision,
} from '#/domain/acquiring/choose.ts';
import { accountPart, type AcquirerAccount } from '#/domain/acquiring/call-attempt.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { isPaidStatus } from '#/domain/payment/receipts/stated-money.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Ports } from './reaction.ts';
import { openForSearch } from './search-accounts.ts';

/** The acquirer that has a charge, and the account there. */
export interface ChargedAt {
  readonly provider: string;
  readonly merchantAccount?: string | undefined;
}

/** Looks for the charge at an acquirer, opened with one account; undefined = the platform has and had no account there. */
export type Find = (
  acquirer: PaymentProvider | undefined,
  provider: string,
) => Promise<TransactionResult | undefined>;

type RoutedPayment = Pick<
  RequestedPayment,
  'provider' | 'merchantAccount' | 'attempt' | 'choice' | 'requested' | 'formerCharges'
>;

/** Our accounts at an acquirer, besides the opened one, in which the charge may be: the payment's, its former charges', and former ones. */
const listOtherAccounts = (
  opened: PaymentProvider,
  provider: string,
  { provider: own, attempt, merchantAccount, formerCharges }: RoutedPayment,
): readonly string[] => {
  // An account without a name is the only one.
  if (opened.merchantAccount === undefined) return [];
  const present = { provider: own, merchantAccount: attempt?.merchantAccount ?? merchantAccount };
  const ofPayment = [present, ...formerCharges]
    .filter((each) => each.provider === provider)
    .flatMap((each) => each.merchantAccount ?? []);
  const accounts = new Set([...ofPayment, ...(opened.formerAccounts ?? [])]);
  return [...accounts].filter((account) => account !== opened.merchantAccount);
};

const offers = (
  { paymentMethods, unprovablePurposes = [] }: PaymentProvider,
  method: PaymentMethod,
): boolean => paymentMethods.includes(method) && !unprovablePurposes.includes(method);

/**
 * Whether a charge that the log has lost is looked for at this acquirer. If it declined a PIX or boleto now, it may still have the lost
 * charge. If it declined a card, it was asked about the lost charge before. If it cannot take the charge now, for example because its card
 * tokens are others, it may have taken the lost one.
 */
export const isSought = (
  { method }: Pick<PaymentRequestedData, 'method'>,
  choice: RoutingDecision,
  provider: string,
  acquirer: PaymentProvider | undefined,
): boolean => {
  if (listPossibleProviders(choice).includes(provider)) return true;
  const isOffered = listOfferingProviders(choice).includes(provider);
  if (method === 'CREDIT_CARD')
    return !isOffered && acquirer !== undefined && offers(acquirer, method);
  // Without a search it cannot tell us.
  return isOffered || acquirer?.findTransaction !== undefined;
};

/** A charge's money: the lower, the better it pays the sale. */
const [FITTING_MONEY, OTHER_MONEY, NO_MONEY, MONEY_GIVEN_BACK] = [0, 1, 2, 3];

const rankOf = (
  { status, amount }: TransactionResult,
  requested: Pick<PaymentRequestedData, 'amount'>,
): number => {
  if (!isPaidStatus(status)) return NO_MONEY;
  if (status !== 'APPROVED') return MONEY_GIVEN_BACK;
  return amount === null || amount === requested.amount ? FITTING_MONEY : OTHER_MONEY;
};

interface RankedCharge {
  readonly at: ChargedAt;
  readonly rank: number;
}

const searchAcquirer = async (
  ports: Pick<Ports, 'providers'>,
  payment: RoutedPayment & { readonly choice: RoutingDecision },
  provider: string,
  find: Find,
): Promise<{
  readonly charges: readonly RankedCharge[];
  readonly silences: readonly ProviderFailure[];
}> => {
  const { choice, requested } = payment;
  const place = { provider, platformId: requested.platformId };
  const charges: RankedCharge[] = [];
  const silences: ProviderFailure[] = [];
  /** Returns the acquirer if the account could be opened, also when it gave no answer. */
  const search = async (account: AcquirerAccount | null): Promise<PaymentProvider | undefined> => {
    let acquirer;
    try {
      acquirer = await openForSearch(ports, place, account);
      if (!isSought(requested, choice, provider, acquirer)) return acquirer;
      const charge = await find(acquirer, provider);
      const at = { provider, ...accountPart(acquirer ?? {}) };
      if (charge) charges.push({ at, rank: rankOf(charge, requested) });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      silences.push(error);
    }
    return acquirer;
  };
  const opened = await search(null);
  const others = opened ? listOtherAccounts(opened, provider, payment) : [];
  for (const merchantAccount of others) await search({ merchantAccount });
  return { charges, silences };
};

/**
 * Returns the acquirer of the route at which `find` finds the charge; of several, the one whose money pays the sale best. The payment's own
 * acquirer is one of them, because a call that the log has lost often went there too. Each is asked in all our accounts there.
 * @throws ProviderFailure when none has money for the sale, and one gave no answer
 */
export const searchRoute = async (
  ports: Pick<Ports, 'providers'>,
  payment: RoutedPayment,
  find: Find,
): Promise<ChargedAt | undefined> => {
  const { choice } = payment;
  if (choice === null) return undefined;
  const charges: RankedCharge[] = [];
  const silences: ProviderFailure[] = [];
  for (const { provider } of choice.considered) {
    const result = await searchAcquirer(ports, { ...payment, choice }, provider, find);
    const fitting = result.charges.find(({ rank }) => rank === FITTING_MONEY);
    if (fitting) return fitting.at;
    charges.push(...result.charges);
    silences.push(...result.silences);
  }
  const [best] = charges.toSorted((one, next) => one.rank - next.rank);
  // Staff decide about another amount at once. If nothing better than returned money or none was found, the silent one may have the money.
  if (silences[0] && best?.rank !== OTHER_MONEY) throw silences[0];
  return best?.at;
};
