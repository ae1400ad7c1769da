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

const withOwn = <Settings extends object>(
  settings: Settings,
  own: Partial<Settings> = {},
): Settings => ({ ...settings, ...own });

/** Returns the terms that apply to a seller, within the limits that masters set for the platform. */
export const termsFor = <Settings extends TermsForSellers>(
  settings: Settings,
  own: OwnTerms | undefined,
): Settings => {
  const ofPlatform: TermsForSellers = settings;
  const withdrawals = withOwn(ofPlatform.withdrawals, own?.withdrawals);
  const limited = { ...settings, withdrawals: withdrawalsWithin(ofPlatform.setup, withdrawals) };
  if (own === undefined) return limited;
  const { fees: interest, ...plans } = { ...own.installments };
  return {
    ...limited,
    fees: {
      PIX: withOwn(ofPlatform.fees.PIX, own.fees?.PIX),
      CREDIT_CARD: withOwn(ofPlatform.fees.CREDIT_CARD, own.fees?.CREDIT_CARD),
      BILLET: withOwn(ofPlatform.fees.BILLET, own.fees?.BILLET),
    },
    clearingDays: withOwn(ofPlatform.clearingDays, own.clearingDays),
    installments: {
      ...withOwn(ofPlatform.installments, plans),
      fees: withOwn(ofPlatform.installments.fees, interest),
    },
  };
};

/** Leaves out groups in which nothing is set. */
const withoutEmpty = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, withoutEmpty(inner)] as const,
  );
  return Object.fromEntries(
    entries.filter(
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
