import { z } from 'zod';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { evidence, person } from '#/domain/investigation/events.ts';
import { timestampSchema } from '#/domain/values/time.ts';

const about = { platformId: aggregateId, sellerId: aggregateId, at: timestampSchema };

/** A seller names a PIX key to be paid at. */
const DestinationDeclared = z.strictObject({
  ...about,
  method: z.literal('PIX'),
  pixType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
  /** The key, its holder with CPF or CNPJ, and a blinding value (`PixDestination`). */
  destination: encrypted,
  /** Who holds the key, as the seller states it. */
  holder: z.enum(['SELLER', 'OTHER']),
});

/** Withdrawals may be paid to the destination from now on. */
const DestinationApproved = z.strictObject({
  ...about,
  /** `OWN_DOCUMENT`: the key is the seller's CPF or CNPJ, so it cannot belong to anyone else. */
  basis: z.enum(['OWN_DOCUMENT', 'STAFF']),
  /** Null = approved automatically. */
  approvedBy: person.nullable(),
});

const DestinationRefused = z.strictObject({
  ...about,
  refusedBy: person,
  reason: evidence,
});

/** A payout to the destination came back, or its account belongs to another person. Staff must approve it again. */
const DestinationSuspended = z.strictObject({
  ...about,
  withdrawalId: aggregateId,
  cause: z.string(),
});

const DestinationRemoved = z.strictObject(about);

export const destinationEvents = {
  DestinationDeclared,
  DestinationApproved,
  DestinationRefused,
  DestinationSuspended,
  DestinationRemoved,
};

export type DestinationDeclaredData = z.output<typeof DestinationDeclared>;
