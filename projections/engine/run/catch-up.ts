import type { EventStore, Position } from '#/ledger/event-store.ts';
import { decode } from '#/ledger/codec.ts';
import type { Generation } from './generation.ts';
import { eventsUpTo } from '#/projections/engine/rebuild/load-generations.ts';

const BATCH = 2_000;

/** Returns the earliest of the positions; without any, the empty position, which is before all others. */
export const earliestOf = <Place extends string>(positions: readonly Place[]): Place | '' =>
  positions.reduce<Place | ''>((first, each) => (each < first ? each : first), positions[0] ?? '');

/**
 * Applies the log to each generation (build of a read model) up to its target. @returns the number of events read
 * @throws FoldFailed at an event that cannot be applied; Fenced if another process moved one; the reason of `signal` when it aborts
 */
export const catchUpTo = async (
  pairs: readonly { readonly generation: Generation; readonly target: Position | '' }[],
  {
    store,
    signal,
    onRead,
  }: {
    readonly store: EventStore;
    readonly signal: AbortSignal | undefined;
    readonly onRead: (events: number) => void;
  },
): Promise<number> => {
  const furthest = pairs.reduce<string>((far, { target }) => (target > far ? target : far), '');
  const from = earliestOf(pairs.map(({ generation }) => generation.position));
  if (from >= furthest) return 0;
  const after = from === '' ? {} : { after: from };
  let read = 0;
  for await (const recorded of store.readAll({
    batchSize: BATCH,
    ...after,
    ...(signal && { signal }),
  })) {
    const events = recorded.map(decode);
    for (const { generation, target } of pairs) {
      const eventsToApply = eventsUpTo(events, target);
      const last = eventsToApply.at(-1);
      if (last === undefined) continue;
      const { poison } = await generation.apply(eventsToApply, last.position);
      if (poison !== undefined) throw poison;
    }
    read += recorded.length;
    onRead(recorded.length);
    if ((recorded.at(-1)?.position ?? '') >= furthest) break;
  }
  return read;
};
