import type { EventStore, Position } from '#/ledger/event-store.ts';

const LARGEST = 10_000;

/** Positions cannot be subtracted, so events are counted, up to 10,000. */
export const lagOf = async (
  store: EventStore,
  positions: ReadonlyMap<string, Position | ''>,
): Promise<ReadonlyMap<string, number>> => {
  const head = await store.head();
  const counted = new Map<Position | '', number>();
  const lags = new Map<string, number>();
  for (const [name, position] of positions) {
    let behind = head === undefined || position >= head ? 0 : counted.get(position);
    if (behind === undefined) {
      behind = 0;
      const after = position === '' ? {} : { after: position };
      for await (const batch of store.readAll({ ...after, limit: LARGEST })) behind += batch.length;
      counted.set(position, behind);
    }
    lags.set(name, behind);
  }
  return lags;
};
