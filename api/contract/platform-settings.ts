import { z } from 'zod';
import { isName } from '#/domain/values/name.ts';
import { paymentMethod } from '#/domain/payment/events.ts';
import { TERM_BOUNDS } from '#/domain/platform/term-bounds.ts';
import { intWithin } from '#/domain/values/bounds.ts';
import { after, centsOut, instant, mutation, position, query, search } from './procedure.ts';

/** In basis points: 399 = 3,99 %. */
export const percent = intWithin(TERM_BOUNDS.percent);
/** In cents. */
export const amount = intWithin(TERM_BOUNDS.amount);
/** In cents. */
export const limit = intWithin(TERM_BOUNDS.limit);

/** What masters let the platform do at most; null = no such limit. */
export const shownLimits = z.strictObject({
  /** One purchase, with interest. */
  sale: z.int().nullable(),
  /** One withdrawal of a seller, and all of one day. */
  withdrawal: z.int().nullable(),
  withdrawalsPerDay: z.int().nullable(),
});

const fee = z.strictObject({ percent, fixed: amount });
export const days = intWithin(TERM_BOUNDS.clearingDays);
const installmentCount = intWithin(TERM_BOUNDS.installments);

/** The terms of a platform (money.16). Payments and withdrawals keep the terms with which they began. */
export const platformTerms = z
  .strictObject({
    name: z.string().trim().max(80),
    fees: z.strictObject({ PIX: fee, CREDIT_CARD: fee, BILLET: fee }),
    /** Days from approval until the money is due; for instalment k, k times as many. */
    clearingDays: z.strictObject({ PIX: days, CREDIT_CARD: days, BILLET: days }),
    installments: z.strictObject({
      maximum: installmentCount,
      /** Up to this number, the buyer pays no interest. */
      interestFree: installmentCount,
      /** Smallest value of an instalment. */
      minimumValue: amount,
      /** The buyer's interest as a share of the price, by number of instalments. */
      fees: z.strictObject({
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
      }),
    }),
    expiry: z.strictObject({
      pixSeconds: intWithin(TERM_BOUNDS.pixSeconds),
      billetDays: intWithin(TERM_BOUNDS.boletoDays),
    }),
    withdrawals: z.strictObject({
      fee: amount,
      minimum: amount,
      /** Each absent where there is no limit. */
      largest: limit.optional(),
      largestPerDay: limit.optional(),
      approvalAbove: limit.optional(),
      secondApprovalAbove: limit.optional(),
      /** For how many hours after a destination's approval staff must approve withdrawals to it. */
      newDestinationHours: intWithin(TERM_BOUNDS.newDestinationHours).optional(),
    }),
    /** Shown to sellers and staff; empty for none. */
    maintenance: z.strictObject({ notice: z.string().trim().max(280) }),
  })
  .refine(({ installments }) => installments.interestFree <= installments.maximum, {
    path: ['installments', 'interestFree'],
    message: 'at most the maximum',
  })
  .refine(
    ({ withdrawals: { approvalAbove, secondApprovalAbove } }) =>
      secondApprovalAbove === undefined ||
      (approvalAbove !== undefined && approvalAbove <= secondApprovalAbove),
    { path: ['withdrawals', 'secondApprovalAbove'], message: 'not below the first limit' },
  );

/** Terms as staff send them. A recorded name that `isName` refuses can be read, but not sent. */
export const typedTerms = platformTerms.refine(({ name }) => isName(name), {
  path: ['name'],
  message: 'record/unreadable-name',
});

/** In cents. */
export const examplePrice = intWithin(TERM_BOUNDS.limit);

const example = z.strictObject({
  method: paymentMethod,
  installments: z.int(),
  /** What the buyer pays in all, and by instalment. */
  amount: centsOut,
  installmentValue: centsOut,
  /** The platform gets `interest` and `fee`, the seller `net`. */
  interest: centsOut,
  fee: centsOut,
  net: centsOut,
  /** When the seller could withdraw the first and the last cents, if the sale were paid now. */
  firstOn: z.iso.date(),
  lastOn: z.iso.date(),
  /** Until when the buyer could pay by PIX, and the day on which a boleto falls due; else null. */
  expiresAt: instant.nullable(),
  dueOn: z.iso.date().nullable(),
});

/** What the seller can withdraw of the sale by PIX, once it is available. */
const payout = z.strictObject({
  available: centsOut,
  /** The most at once, and in all on one day; 0 where none is possible. */
  amount: centsOut,
  amountPerDay: centsOut,
  /** How much of `amount` is paid out. */
  received: centsOut,
  /** How many members of staff approve it, and how many while its destination is new. */
  people: z.int(),
  peopleIfNew: z.int(),
});

/** What staff should know before they save the terms. INTEREST_FALLS: more instalments cost less interest than fewer. */
const warning = z.strictObject({
  code: z.enum([
    'SELLER_GETS_NOTHING',
    'NO_FEE',
    'WITHDRAWAL_FEE_ABOVE_MINIMUM',
    'NOTHING_CAN_BE_WITHDRAWN',
    'INTEREST_FALLS',
    'ABOVE_LARGEST_PURCHASE',
  ]),
  method: paymentMethod.nullable(),
});

/** Example sales under terms that are not saved. */
export const preview = z.strictObject({
  /** When the example is bought. */
  at: instant,
  examples: z.array(example),
  payout,
  warnings: z.array(warning),
});

/** Changed fields by path (`fees.PIX.percent`), in the units of the terms. */
export const changedFields = z.array(
  z.strictObject({
    path: z.string(),
    before: z.union([z.string(), z.number()]).nullable(),
    after: z.union([z.string(), z.number()]).nullable(),
  }),
);

/** Who changed a record: MASTER is staff above all platforms, PROGRAM is Razão itself. */
export const author = z.enum(['STAFF', 'MANAGER', 'MASTER', 'SELLER', 'PROGRAM']);

/** Who changed a platform. */
export const platformAuthor = author.exclude(['MANAGER', 'SELLER']);

/** A change of a platform's settings. */
export const change = z.strictObject({
  revision: z.int(),
  at: instant,
  author: platformAuthor,
  /** E-mail of the member of staff; null for others, and after erasure. */
  by: z.string().nullable(),
  fields: changedFields,
});

export const platformSettingsContract = {
  'admin.getPlatformTerms': query(
    'The terms of the platform, and the revision of which they are',
    z.strictObject({ after }),
    z.strictObject({
      terms: platformTerms,
      limits: shownLimits,
      revision: z.int(),
      changedAt: instant,
      position,
    }),
  ),
  'admin.previewPlatformTerms': search(
    'What a sale at this price would come to by these terms, which are not saved',
    z.strictObject({ terms: typedTerms, price: examplePrice }),
    preview,
  ),
  'admin.revisePlatformTerms': mutation(
    'Changes the terms for payments that are begun from now on',
    z.strictObject({
      terms: typedTerms,
      /** Revision that the change is based on; refused if there is a later one. */
      basedOn: z.int().min(0),
    }),
    z.strictObject({ position }),
  ),
  'admin.listPlatformChanges': query(
    'Who changed which of the terms, the last change first',
    z.strictObject({ after }),
    z.strictObject({ changes: z.array(change), position }),
  ),
};

export type ExampleSale = z.output<typeof example>;
export type ExamplePayout = z.output<typeof payout>;
export type TermsWarning = z.output<typeof warning>;
export type Author = z.output<typeof author>;
export type PlatformAuthor = z.output<typeof platformAuthor>;
export type PlatformChange = z.output<typeof change>;
