import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { isSaleWithin, withdrawalsWithin } from '#/domain/platform/limits.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ExampleSale, TermsWarning } from '#/api/contract/platform-settings.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import { expiryOf } from '#/domain/payment/expiry.ts';
import { installmentOptions, type InstallmentOption } from '#/domain/payment/installments.ts';
import { breakdownOf, receivablesOf } from '#/domain/payment/receivables.ts';
import {
  platformTerms,
  type PlatformDetails,
  type PlatformTerms,
} from '#/domain/platform/platform.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { lastDayBefore, type Timestamp } from '#/domain/values/time.ts';
import { isAnyPossible, largestPayout } from '#/domain/withdrawal/within-limits.ts';

/** The shortest guarantee (CDC art. 49). */
const GUARANTEE_DAYS = 7;

const paidAtOnce = (price: Cents): InstallmentOption => ({
  installmentNumber: 1,
  installmentValue: price,
  total: price,
  interest: cents(0),
  interestFree: true,
});

/** A boleto is shown with the day that is printed on it. */
const timesToPay = (
  method: PaymentMethod,
  end: Timestamp | null,
): Pick<ExampleSale, 'expiresAt' | 'dueOn'> =>
  method === 'BILLET' && end !== null
    ? { expiresAt: null, dueOn: lastDayBefore(end) }
    : { expiresAt: end, dueOn: null };

/** Calculates an example with the functions of real sales. */
const makeExampleSale = (
  terms: PlatformTerms,
  method: PaymentMethod,
  { installmentNumber: installments, installmentValue, total: amount, interest }: InstallmentOption,
  at: Timestamp,
): ExampleSale => {
  const priced = {
    amount,
    installments,
    lines: [{ kind: 'INTEREST', amount: interest }] as const,
    terms: {
      ...terms.fees[method],
      clearingDays: terms.clearingDays[method],
      guaranteeDays: GUARANTEE_DAYS,
    },
  };
  const { fee, net } = breakdownOf(priced);
  const days = receivablesOf(net, priced, at).map(({ releaseOn }) => releaseOn);
  const [firstOn = ''] = days;
  const lastOn = days.at(-1) ?? '';
  const parts = { amount, installmentValue, interest, fee, net };
  const times = timesToPay(method, expiryOf(method, terms.expiry, at));
  return { method, installments, ...parts, firstOn, lastOn, ...times };
};

/** Returns one example by PIX, one by boleto, and one by card for each number of instalments. */
const listExampleSales = (
  terms: PlatformTerms,
  price: Cents,
  at: Timestamp,
): readonly ExampleSale[] => [
  makeExampleSale(terms, 'PIX', paidAtOnce(price), at),
  makeExampleSale(terms, 'BILLET', paidAtOnce(price), at),
  ...installmentOptions(price, terms.installments).map((option) =>
    makeExampleSale(terms, 'CREDIT_CARD', option, at),
  ),
];

const warningsOfSale = ({ method, fee, net }: ExampleSale): readonly TermsWarning[] => {
  if (net === 0) return [{ code: 'SELLER_GETS_NOTHING', method }];
  return fee === 0 ? [{ code: 'NO_FEE', method }] : [];
};

const warningsOf = (
  { withdrawals }: PlatformTerms,
  examples: readonly ExampleSale[],
  setup: PlatformDetails['setup'],
): readonly TermsWarning[] => {
  const atOnce = examples.filter(({ installments }) => installments === 1);
  const byCard = examples.filter(({ method }) => method === 'CREDIT_CARD');
  const isFalling = byCard.some(
    ({ interest }, index) => interest < (byCard[index - 1]?.interest ?? 0),
  );
  return [
    ...atOnce.flatMap(warningsOfSale),
    ...(withdrawals.minimum <= withdrawals.fee
      ? [{ code: 'WITHDRAWAL_FEE_ABOVE_MINIMUM', method: null } as const]
      : []),
    ...(isAnyPossible(withdrawals)
      ? []
      : [{ code: 'NOTHING_CAN_BE_WITHDRAWN', method: null } as const]),
    ...(examples.every(({ amount }) => isSaleWithin(setup, amount))
      ? []
      : [{ code: 'ABOVE_LARGEST_PURCHASE', method: null } as const]),
    ...(isFalling ? [{ code: 'INTEREST_FALLS', method: 'CREDIT_CARD' } as const] : []),
  ];
};

/** Calculates the example sales for terms that are not saved. */
export const previewTerms = (
  terms: PlatformTerms,
  price: number,
  { at, setup }: { readonly at: Timestamp; readonly setup: PlatformDetails['setup'] },
): OutputOf<'admin.previewPlatformTerms'> => {
  const examples = listExampleSales(terms, cents(price), at);
  const [{ net: available } = { net: 0 }] = examples;
  const payout = { available, ...largestPayout(terms.withdrawals, cents(available)) };
  return { at, examples: [...examples], payout, warnings: [...warningsOf(terms, examples, setup)] };
};

/** Previews a platform's terms, with withdrawals limited as masters decided. @throws Refused `record/…` */
export const previewPlatformTerms = async (
  { handler, now }: Core,
  platformId: string,
  { terms: draft, price }: ParsedInputOf<'admin.previewPlatformTerms'>,
): Promise<OutputOf<'admin.previewPlatformTerms'>> => {
  const { setup } = await loadPlatformSettings(handler, platformId);
  const terms = platformTerms.parse(draft);
  const withdrawals = withdrawalsWithin(setup, terms.withdrawals);
  return previewTerms({ ...terms, withdrawals }, price, { at: now(), setup });
};
