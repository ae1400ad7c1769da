import { z } from 'zod';
import { encrypted } from '#/domain/encrypted.ts';
import { aggregateId } from '#/domain/ids.ts';
import { evidence, person } from '#/domain/investigation/events.ts';
import { timestampSchema } from '#/domain/time.ts';

const about = { platformId: aggregateId, sellerId: aggregateId, at: timestampSchema };

/** A seller names a PIX key to be paid at. */
const DestinationDeclared = z.strictObject({
  ...about,
  method: z.literal('PIX'),
  pixType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
  /** The key, its holder with CPF or CNPJ, and a blinding value (`PixDestination`). */
  destination: encrypted,
  /** Whose the key is by the seller's word: the seller's own, or another person's or company's. */
  holder: z.enum(['SELLER', 'OTHER']),
});

/** Withdrawals may be paid there from now on. */
const DestinationApproved = z.strictObject({
  ...about,
  /** `OWN_DOCUMENT`: the key is the CPF or CNPJ of the seller, so it can be no one else's. */
  basis: z.enum(['OWN_DOCUMENT', 'STAFF']),
  /** Null = no person. */
  approvedBy: person.nullable(),
});

const DestinationRefused = z.strictObject({
  ...about,
  refusedBy: person,
  reason: evidence,
});

/** A payout to it came back: no other one is made before staff approve it again. */
const DestinationSuspended = z.strictObject({
  ...about,
  withdrawalId: aggregateId,
  cause: z.string(),
});

/** The seller takes it back. */
const DestinationRemoved = z.strictObject(about);

export const destinationEvents = {
  DestinationDeclared,
  DestinationApproved,
  DestinationRefused,
  DestinationSuspended,
  DestinationRemoved,
};

export type DestinationDeclaredData = z.output<typeof DestinationDeclared>;
