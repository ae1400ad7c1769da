import { z } from 'zod';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Staff or a manager wrote a note on a seller; the author is the event's actor. */
const SellerNoteWritten = z.strictObject({
  platformId: aggregateId,
  /** Encrypted with the seller's key, so that it is erased with the seller's data. */
  text: encrypted,
  at: timestampSchema,
});

export const notesEvents = { SellerNoteWritten };
