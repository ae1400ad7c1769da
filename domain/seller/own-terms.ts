import { z } from 'zod';
import { amountInCents, percentInBasisPoints, positiveCents } from '#/domain/values/money.ts';
import { withdrawalsWithin } from '#/domain/platform/limits.ts';
import type { PlatformDetails, PlatformTerms } from '#/domain/platform/platform.ts';

const percent = percentInBasisPoints.exactOptional();
const amount = amountInCents.exactOptional();
const limit = positiveCents.exactOptional();
const days = z.int().min(0).max(365).exactOptional();
const count = z.int().min(1).max(12).exactOptional();
const fee = z.strictObject({ percent, fixed: amount }).exactOptional();

/** The terms of one seller that differ from the platform's (people.170), in the same units. */
export const ownTerms = z.strictObject({
  fees: z.strictObject({ PIX: fee, CREDIT_CARD: fee, BILLET: fee }).exactOptional(),
  clearingDays: z.strictObject({ PIX: days, CREDIT_CARD: days, BILLET: days }).exactOptional(),
  installments: z
    .strictObject({
      maximum: count,
      interestFree: count,
      minimumValue: amount,
      fees: z
        .strictObject({
          installmentOne: percent,
          installmentTwo: percent,
          installmentThree: percent,
          installmentFour: percent,
          installmentFive: percent,
          installmentSix: percent,
          installmentSeven: percent,
          installmentEight: percent,
          installmentNine: percent,
          installmentTen: percent,
          installmentEleven: percent,
          installmentTwelve: percent,
        })
        .exactOptional(),
    })
    .exactOptional(),
  withdrawals: z
    .strictObject({
      fee: amount,
      minimum: amount,
      largest: limit,
      largestPerDay: limit,
      approvalAbove: limit,
      secondApprovalAbove: limit,
    })
    .exactOptional(),
});

/** The limits of payouts of which a seller may have their own (people.205). */
const LIMITS = ['largest', 'largestPerDay', 'approvalAbove', 'secondApprovalAbove'] as const;

export type OwnTerms = z.output<typeof ownTerms>;

/** The terms of a platform for which a seller may have other values. */
export type TermsForSellers = Pick<
  PlatformTerms,
  'fees' | 'clearingDays' | 'installments' | 'withdrawals'
> &
  Partial<Pick<PlatformDetails, 'setup'>>;

const over = <Settings extends object>(
  settings: Settings,
  own: Partial<Settings> = {},
): Settings => ({ ...settings, ...own });

/** The terms that hold for a seller, within what masters let the platform do. */
export const termsFor = <Settings extends TermsForSellers>(
  settings: Settings,
  own: OwnTerms | undefined,
): Settings => {
  const platforms: TermsForSellers = settings;
  const withdrawals = over(platforms.withdrawals, own?.withdrawals);
  const within = { ...settings, withdrawals: withdrawalsWithin(platforms.setup, withdrawals) };
  if (own === undefined) return within;
  const { fees: interest, ...plans } = { ...own.installments };
  return {
    ...within,
    fees: {
      PIX: over(platforms.fees.PIX, own.fees?.PIX),
      CREDIT_CARD: over(platforms.fees.CREDIT_CARD, own.fees?.CREDIT_CARD),
      BILLET: over(platforms.fees.BILLET, own.fees?.BILLET),
    },
    clearingDays: over(platforms.clearingDays, own.clearingDays),
    installments: {
      ...over(platforms.installments, plans),
      fees: over(platforms.installments.fees, interest),
    },
  };
};

/** Leaves out groups in which nothing is set. */
const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)] as const);
  return Object.fromEntries(
    kept.filter(
      ([, inner]) => typeof inner !== 'object' || inner === null || Object.keys(inner).length > 0,
    ),
  );
};

/** Returns terms in their stored form; undefined when none is set. */
export const ownTermsFrom = (typed: unknown): OwnTerms | undefined => {
  const terms = ownTerms.parse(withoutEmpty(typed));
  return Object.keys(terms).length === 0 ? undefined : terms;
};

export const isSameLimits = (one: OwnTerms | undefined, other: OwnTerms | undefined): boolean =>
  LIMITS.every((name) => one?.withdrawals?.[name] === other?.withdrawals?.[name]);
