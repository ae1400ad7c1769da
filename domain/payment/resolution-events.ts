import { z } from 'zod';
import {
  BY_ONE,
  isByTwo,
  resolutionProposed,
  resolutionRejected,
  resolved,
} from '#/domain/investigation/events.ts';
import { owner } from './owner.ts';

/** Two members of staff agree on the outcome of a payment, or on money that the acquirer reported for it. */
const PaymentResolved = z
  .strictObject({ ...owner, ...resolved, transactionId: z.string().nullable() })
  .refine(isByTwo, BY_ONE);

export const paymentResolutionEvents = {
  PaymentResolutionProposed: resolutionProposed,
  PaymentResolutionRejected: resolutionRejected,
  PaymentResolved,
};

export type PaymentResolvedData = z.output<typeof PaymentResolved>;
