import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { healthSeen } from './health.ts';
import { providerId, purposes } from './route.ts';

const owner = { platformId: aggregateId, provider: providerId, at: timestampSchema };
const about = { ...owner, purpose: z.enum(purposes) };

/** The platform connected its account, replacing any earlier one; the account itself is in no event. */
const AcquirerConnected = z.strictObject(owner);

const AcquirerDisconnected = z.strictObject(owner);

/** The acquirer is suspended for this purpose until `until`, while another one is fit. */
const AcquirerSteppedAside = z.strictObject({
  ...about,
  reason: z.enum(['FAILING', 'SLOW']),
  seen: healthSeen,
  until: timestampSchema,
});

/** The acquirer used a status word that we do not know; each word is recorded once. */
const AcquirerWordUnheard = z.strictObject({
  ...owner,
  about: z.enum(['CHARGE', 'WITHDRAW']),
  word: z.string().min(1).max(40),
  /** The status that we take the word to mean. */
  takenFor: z.string(),
});

/** Staff ended the acquirer's suspension early. */
const AcquirerCalledBack = z.strictObject(about);

export const acquirerEvents = {
  AcquirerConnected,
  AcquirerDisconnected,
  AcquirerSteppedAside,
  AcquirerCalledBack,
  AcquirerWordUnheard,
};

export type UnknownStatus = Omit<z.output<typeof AcquirerWordUnheard>, 'platformId' | 'provider'>;

export type AcquirerSteppedAsideData = z.output<typeof AcquirerSteppedAside>;
