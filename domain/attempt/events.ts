import { z } from 'zod';
import { refusalCodes } from '#/domain/errors.ts';
import { timestampSchema } from '#/domain/time.ts';

/** A command with an Idempotency-Key that was refused: repeated, it gets the same refusal. */
const AttemptRefused = z.strictObject({
  procedure: z.string(),
  /** Digest of what was asked, to tell a repetition from another wish. */
  request: z.string(),
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
  at: timestampSchema,
});

export const attemptEvents = { AttemptRefused };
