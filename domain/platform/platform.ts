import { z } from 'zod';
import { stepAside } from '#/domain/acquiring/health.ts';
import { routes } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { amountInCents, percentInBasisPoints } from '#/domain/values/money.ts';
import { isName } from '#/domain/values/name.ts';
import { intWithin } from '#/domain/values/bounds.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';
import { payoutLimits } from '#/domain/withdrawal/approval.ts';
import { platformSetup } from './setup.ts';
import { TERM_BOUNDS } from './term-bounds.ts';

const fee = z.strictObject({ percent: percentInBasisPoints, fixed: amountInCents });
const days = intWithin(TERM_BOUNDS.clearingDays);
const installments = intWithin(TERM_BOUNDS.installments);

/** Settings of a platform (money.16, money.10, money.11, money.13, money.19, money.20). */
export const platformDetails = z.strictObject({
  name: z.string().min(1).max(80),
  /** The acquirers that take payments and pay withdrawals. */
  routes,
  stepAside,
  /** The platform's fee on each sale, by method. */
  fees: z.strictObject({ PIX: fee, CREDIT_CARD: fee, BILLET: fee }),
  /** Days from approval until the provider pays; for card per instalment (D+30·k). */
  clearingDays: z.strictObject({ PIX: days, CREDIT_CARD: days, BILLET: days }),
  installments: z.strictObject({
    maximum: installments,
    /** Up to this number of instalments, the buyer pays no interest. */
    interestFree: installments,
    minimumValue: amountInCents,
    /** Interest on the whole price, by number of instalments (money.13). */
    fees: z.strictObject({
      installmentOne: percentInBasisPoints,
      installmentTwo: percentInBasisPoints,
      installmentThree: percentInBasisPoints,
      installmentFour: percentInBasisPoints,
      installmentFive: percentInBasisPoints,
      installmentSix: percentInBasisPoints,
      installmentSeven: percentInBasisPoints,
      installmentEight: percentInBasisPoints,
      installmentNine: percentInBasisPoints,
      installmentTen: percentInBasisPoints,
      installmentEleven: percentInBasisPoints,
      installmentTwelve: percentInBasisPoints,
    }),
  }),
  /** How long a buyer has to pay. */
  expiry: z.strictObject({
    pixSeconds: intWithin(TERM_BOUNDS.pixSeconds),
    billetDays: intWithin(TERM_BOUNDS.boletoDays),
  }),
  withdrawals: z.strictObject({
    fee: amountInCents,
    minimum: amountInCents,
    ...payoutLimits,
  }),
  /** Settings that masters make; absent = none. */
  setup: platformSetup.exactOptional(),
  /** A notice for staff and sellers on every page, for example about an outage; absent = none. */
  maintenance: z.strictObject({ notice: z.string().max(280) }).exactOptional(),
});

/** The settings that staff change as terms; those about acquirers are changed separately. */
export const platformTerms = platformDetails.pick({
  name: true,
  fees: true,
  clearingDays: true,
  installments: true,
  expiry: true,
  withdrawals: true,
  maintenance: true,
});

export type PlatformTerms = z.output<typeof platformTerms>;
export type PlatformDetails = z.output<typeof platformDetails>;

export const { decider: platform, events: platformEvents } = defineRecord(
  'platform',
  platformDetails,
  ({ name }, before) => {
    if (name !== before?.name && !isName(name)) throw new Refused('record/unreadable-name');
  },
);
