import { readFileSync } from 'node:fs';
import { z } from 'zod';

const times = {
  /** Unix ms of the schedule, from which latencies count. */
  scheduledAt: z.number(),
  /** Unix ms of the answer. */
  at: z.number(),
};

const loadRecord = z.discriminatedUnion('kind', [
  /** Acknowledged by the shop: it must not be lost. */
  z.object({ kind: z.literal('acknowledged'), key: z.string(), paymentId: z.string(), ...times }),
  /** The bank took the buyer's money. */
  z.object({ kind: z.literal('paid'), paymentId: z.string(), ...times }),
  /** The payment ended before there was a code to pay. */
  z.object({
    kind: z.literal('ended'),
    paymentId: z.string(),
    status: z.string(),
    ...times,
  }),
  z.object({
    kind: z.literal('refund'),
    refundId: z.string(),
    paymentId: z.string(),
    amount: z.number(),
    ...times,
  }),
  z.object({
    kind: z.literal('withdrawal'),
    withdrawalId: z.string(),
    amount: z.number(),
    ...times,
  }),
  /** Answered with 4xx: a retry would not help. */
  z.object({
    kind: z.literal('refused'),
    what: z.string(),
    status: z.number(),
    answer: z.string(),
    ...times,
  }),
]);

/** Printed as a JSON line. Times are Unix milliseconds. */
export type LoadRecord = z.output<typeof loadRecord>;

/** Returns the records so far. */
export const readLoadRecords = (file: string): readonly LoadRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => loadRecord.parse(JSON.parse(line)));

export const recordsOf = <Kind extends LoadRecord['kind']>(
  records: readonly LoadRecord[],
  kind: Kind,
): readonly Extract<LoadRecord, { kind: Kind }>[] =>
  records.filter((it): it is Extract<LoadRecord, { kind: Kind }> => it.kind === kind);
