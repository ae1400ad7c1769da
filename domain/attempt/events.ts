import { z } from 'zod';
import { refusalCodes } from '#/domain/errors.ts';
import { timestampSchema } from '#/domain/time.ts';

/** A refused command with an Idempotency-Key; a retry gets the same refusal. */
const AttemptRefused = z.strictObject({
  procedure: z.string(),
  /** Digest of the request, to distinguish a retry from another request with the same key. */
  request: z.string(),
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
  at: timestampSchema,
});

export const attemptEvents = { AttemptRefused };
