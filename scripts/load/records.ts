import { readFileSync } from 'node:fs';
import { z } from 'zod';

const times = {
  /** Epoch ms at which the open model scheduled it; latencies count from here. */
  scheduledAt: z.number(),
  /** Epoch ms of the answer. */
  at: z.number(),
};

const loadRecord = z.discriminatedUnion('kind', [
  /** The shop answered a purchase, which must never be lost from now on. */
  z.object({ kind: z.literal('acknowledged'), key: z.string(), paymentId: z.string(), ...times }),
  /** The bank took the buyer's money. */
  z.object({ kind: z.literal('paid'), paymentId: z.string(), ...times }),
  /** The shop said that the payment ended before there was a code to pay. */
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
  /** Answered with 4xx, which a retry would not change. */
  z.object({
    kind: z.literal('refused'),
    what: z.string(),
    status: z.number(),
    answer: z.string(),
    ...times,
  }),
]);

/** A record that the load prints, one JSON line each. Times are epoch milliseconds. */
export type LoadRecord = z.output<typeof loadRecord>;

/** Returns all records of a load's output so far. */
export const readLoadRecords = (file: string): readonly LoadRecord[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => loadRecord.parse(JSON.parse(line)));

/** Returns the records of one kind. */
export const recordsOf = <Kind extends LoadRecord['kind']>(
  records: readonly LoadRecord[],
  kind: Kind,
): readonly Extract<LoadRecord, { kind: Kind }>[] =>
  records.filter((it): it is Extract<LoadRecord, { kind: Kind }> => it.kind === kind);
