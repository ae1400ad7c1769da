import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { instant, mutation, query } from './procedure.ts';

/** The user of the second factor, as one of their accounts. */
const person = z.strictObject({
  kind: z.enum(['staff', 'seller', 'manager']),
  personId: aggregateId,
});

const reset = z.strictObject({
  resetId: z.uuid(),
  ...person.shape,
  /** A seller's name, or another person's e-mail; null after erasure. */
  name: z.string().nullable(),
  /** E-mail of the member of staff who requested it; null after erasure. */
  askedBy: z.string().nullable(),
  /** Whether the caller requested it; then another must confirm it. */
  isOwn: z.boolean(),
  reason: z.string(),
  askedAt: instant,
  /** When the request expires. */
  until: instant,
});

/** Two members of staff switch off the second factor of a person who lost it. */
export const factorResetContract = {
  'admin.getSecondFactor': query(
    'Whether a seller, functionary or manager of the platform has a second factor, and whether a reset of it waits for a second person',
    person,
    z.strictObject({ isOn: z.boolean(), waiting: reset.nullable() }),
  ),
  'admin.listFactorResets': query(
    'The resets that wait for a second person, the oldest first',
    z.strictObject({}),
    z.strictObject({ resets: z.array(reset) }),
  ),
  'admin.askFactorReset': mutation(
    'Asks to switch off the second factor of a seller, functionary or manager who lost it. It waits 24 hours for a second person, and they get a mail',
    person.extend({ reason: z.string().trim().min(SHORTEST_REASON).max(LONGEST_REASON) }),
    z.strictObject({}),
  ),
  'admin.confirmFactorReset': mutation(
    'Switches the factor off, as another one asked: ends all sessions of the person, and lets withdrawals rest',
    z.strictObject({ resetId: z.uuid() }),
    z.strictObject({}),
  ),
  'admin.refuseFactorReset': mutation(
    'Ends such a request, one’s own too: the factor stays on',
    z.strictObject({ resetId: z.uuid() }),
    z.strictObject({}),
  ),
};

export type FactorReset = z.output<typeof reset>;
