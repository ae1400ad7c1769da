import { z } from 'zod';
import {
  BY_ONE,
  isByEnough,
  resolutionProposed,
  resolutionRejected,
  resolved,
} from '#/domain/investigation/events.ts';
import { owner } from './owner.ts';

/** Staff agree on the outcome of a payment, or on money that the acquirer reported for it. */
const PaymentResolved = z
  .strictObject({ ...owner, ...resolved, transactionId: z.string().nullable() })
  .refine(isByEnough, BY_ONE);

export const paymentResolutionEvents = {
  PaymentResolutionProposed: resolutionProposed,
  PaymentResolutionRejected: resolutionRejected,
  PaymentResolved,
};

export type PaymentResolvedData = z.output<typeof PaymentResolved>;
