import { z } from 'zod';
import { timestampSchema } from '#/domain/time.ts';
import { mutation, query } from './procedure.ts';

const openSession = z.strictObject({
  sessionId: z.string(),
  /** The session that asks. */
  isThis: z.boolean(),
  /** As the browser named itself at the sign-in; null when it did not. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  beganAt: timestampSchema,
  /** Accurate to five minutes. */
  usedAt: timestampSchema,
});

/** What belongs to a signed-in person, whatever their role. */
export const personContract = {
  'person.listSessions': query(
    'The sessions of the signed-in person that go on, the last used first',
    z.strictObject({}),
    z.strictObject({ sessions: z.array(openSession) }),
  ),
  'person.endSession': mutation(
    'Ends a session of the signed-in person, in every process within a second',
    z.strictObject({ sessionId: z.string().max(100) }),
    z.strictObject({}),
  ),
};

export type OpenSession = z.output<typeof openSession>;
