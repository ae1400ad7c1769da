import type pg from 'pg';
import type { Recorded, Revision } from '#/ledger/event-store.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { textArray } from '#/ledger/database/text-array.ts';

/** The events of a stream from `from` up to `to`, exclusive. */
interface ReadRequest {
  readonly stream: string;
  readonly from: Revision;
  readonly to: Revision;
}

const MOST_TOGETHER = 200;
const LAST_BIGINT = '9223372036854775807';

/** Runs a query that selects `columns` of events, and returns its rows as events. */
export type RunQuery = (query: pg.QueryConfig) => Promise<readonly Recorded[]>;

const boundOf = (to: Revision): Revision | string => (to === Infinity ? LAST_BIGINT : to);

const queryOf = (columns: string, reads: readonly ReadRequest[]): pg.QueryConfig => {
  const [first] = reads;
  if (reads.length === 1 && first !== undefined) {
    const { stream, from, to } = first;
    return {
      name: 'stream',
      text: `SELECT ${columns} FROM ledger.event WHERE stream = $1 AND revision >= $2 AND revision < $3
        ORDER BY revision`,
      values: [stream, from, boundOf(to)],
    };
  }
  // A stream that was requested twice is read once, with the events of both requests.
  const ranges = new Map<string, ReadRequest>();
  for (const { stream, from, to } of reads) {
    const range = ranges.get(stream) ?? { from, to };
    ranges.set(stream, { stream, from: Math.min(from, range.from), to: Math.max(to, range.to) });
  }
  const spans = [...ranges.values()];
  return {
    name: 'streams',
    // ORDER BY keeps the inner query an index look-up per stream, however many rows the planner expects.
    text: `SELECT ${columns} FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS ranges(name, first, bound),
      LATERAL (SELECT * FROM ledger.event WHERE stream = name AND revision >= first AND revision < bound
        ORDER BY revision) AS event`,
    values: [
      textArray(spans.map(({ stream }) => stream)),
      spans.map(({ from }) => from),
      spans.map(({ to }) => boundOf(to)),
    ],
  };
};

/** Reads requested at the same time share one query. */
export const createStreamReads = (options: {
  readonly columns: string;
  readonly run: RunQuery;
  readonly width: number;
}): ((read: ReadRequest) => Promise<readonly Recorded[]>) => {
  const { columns, run, width } = options;
  return inBatches({
    width,
    most: MOST_TOGETHER,
    run: async (reads: readonly ReadRequest[]) => {
      const events = await run(queryOf(columns, reads));
      const byStream = Map.groupBy(events, ({ stream }) => stream);
      return reads.map(({ stream, from, to }) =>
        (byStream.get(stream) ?? []).filter(({ revision }) => revision >= from && revision < to),
      );
    },
  });
};
