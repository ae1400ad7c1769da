import { z } from 'zod';
import { refusalCodes } from '#/domain/errors.ts';
import { timestampSchema } from '#/domain/time.ts';

const ofRequest = {
  procedure: z.string(),
  /** Digest of the request, to distinguish a retry from another request with the same key. */
  request: z.string(),
};

/** A request came under an Idempotency-Key, which is this request's from now on. Attempts of before have none. */
const AttemptBegun = z.strictObject({ ...ofRequest, at: timestampSchema });

/** A refused command with an Idempotency-Key; a retry gets the same refusal. */
const AttemptRefused = z.strictObject({
  ...ofRequest,
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
  at: timestampSchema,
});

/**
 * A request with an Idempotency-Key is done, and only its key can tell a retry so, as when it had nothing to change. Sent again, it
 * changes nothing. Requests whose events show what they did have none.
 */
const AttemptSucceeded = z.strictObject({ ...ofRequest, at: timestampSchema });

export const attemptEvents = { AttemptBegun, AttemptRefused, AttemptSucceeded };
