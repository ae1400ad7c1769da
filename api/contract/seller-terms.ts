import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import {
  amount,
  days,
  examplePrice,
  limit,
  percent,
  platformTerms,
  preview,
} from './platform-settings.ts';
import { after, instant, mutation, position, query, search } from './procedure.ts';

const ownFee = z.strictObject({ percent, fixed: amount }).partial().optional();
const ownCount = z.int().min(1).max(12).optional();
const { installments } = platformTerms.shape;

/** Where a seller differs from their platform (people.170). Absent fields follow the platform. */
export const ownTerms = z
  .strictObject({
    fees: z.strictObject({ PIX: ownFee, CREDIT_CARD: ownFee, BILLET: ownFee }).optional(),
    clearingDays: z
      .strictObject({ PIX: days, CREDIT_CARD: days, BILLET: days })
      .partial()
      .optional(),
    installments: z
      .strictObject({
        maximum: ownCount,
        interestFree: ownCount,
        minimumValue: amount.optional(),
        fees: installments.shape.fees.partial().optional(),
      })
      .optional(),
    withdrawals: z
      .strictObject({
        fee: amount,
        minimum: amount,
        largest: limit,
        largestPerDay: limit,
        approvalAbove: limit,
        secondApprovalAbove: limit,
      })
      .partial()
      .optional(),
  })
  .refine(({ installments: { maximum = 12, interestFree = 1 } = {} }) => interestFree <= maximum, {
    path: ['installments', 'interestFree'],
    message: 'at most the maximum',
  })
  .refine(
    ({ withdrawals: { approvalAbove = 0, secondApprovalAbove = Infinity } = {} }) =>
      approvalAbove <= secondApprovalAbove,
    { path: ['withdrawals', 'secondApprovalAbove'], message: 'not below the first limit' },
  );

export const sellerTermsContract = {
  'admin.getSellerTerms': query(
    "The terms in which a seller differs from the platform, the platform's, and the revision of the seller's record",
    z.strictObject({ sellerId: aggregateId, after }),
    z.strictObject({
      own: ownTerms,
      platform: platformTerms,
      revision: z.int(),
      changedAt: instant,
      position,
    }),
  ),
  'admin.previewSellerTerms': search(
    "What a seller's sale at this price would come to by these terms, which are not saved",
    z.strictObject({ sellerId: aggregateId, terms: ownTerms, price: examplePrice }),
    preview,
  ),
  'admin.reviseSellerTerms': mutation(
    'Changes in what terms a seller differs from the platform, for payments and withdrawals that are begun from now on',
    z.strictObject({
      sellerId: aggregateId,
      terms: ownTerms,
      /** Revision that the change is based on; refused if there is a later one. */
      basedOn: z.int().min(0),
    }),
    z.strictObject({ position }),
  ),
};

export type OwnTerms = z.output<typeof ownTerms>;
