import { z } from 'zod';
import { refusalCodes } from '#/domain/errors/refused.ts';
import { timestampSchema } from '#/domain/values/time.ts';

const ofRequest = {
  procedure: z.string(),
  /** Digest of the request, to distinguish a retry from another request with the same key. */
  request: z.string(),
};

/** A request came with an Idempotency-Key. From now on, the key is refused for any other request. */
const AttemptBegun = z.strictObject({ ...ofRequest, at: timestampSchema });

/** A request with an Idempotency-Key was refused. A retry gets the same refusal. */
const AttemptRefused = z.strictObject({
  ...ofRequest,
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
  at: timestampSchema,
});

/** A request with an Idempotency-Key succeeded. Recorded if it caused no other event that shows this to a retry. */
const AttemptSucceeded = z.strictObject({ ...ofRequest, at: timestampSchema });

export const attemptEvents = { AttemptBegun, AttemptRefused, AttemptSucceeded };
