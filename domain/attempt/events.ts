import { z } from 'zod';
import { refusalCodes } from '#/domain/errors/refused.ts';
import { timestampSchema } from '#/domain/values/time.ts';

const ofRequest = {
  procedure: z.string(),
  /** Digest of the request, to distinguish a retry from another request with the same key. */
  request: z.string(),
};

/**
 * A request came with an Idempotency-Key. From now on, its caller cannot use the key for another request of the same procedure. Attempts
 * from before this event was introduced have none.
 */
const AttemptBegun = z.strictObject({ ...ofRequest, at: timestampSchema });

/** A request with an Idempotency-Key was refused. A retry gets the same refusal, unless a success was recorded too. */
const AttemptRefused = z.strictObject({
  ...ofRequest,
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
  at: timestampSchema,
});

/**
 * A request with an Idempotency-Key succeeded, and no other event shows this to a retry, for example because nothing had to change. A
 * retry changes nothing. Requests whose own events show their success have no such event.
 */
const AttemptSucceeded = z.strictObject({ ...ofRequest, at: timestampSchema });

export const attemptEvents = { AttemptBegun, AttemptRefused, AttemptSucceeded };
