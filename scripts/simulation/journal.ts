import { postingsOf } from '#/domain/accounting/postings.ts';
import { decodeShared } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import type { Entry } from '#/scripts/simulation/oracle/books.ts';

const cache = new WeakMap<Recorded, readonly Entry[]>();

const entriesOf = (recorded: Recorded): readonly Entry[] => {
  const cached = cache.get(recorded);
  if (cached !== undefined) return cached;
  const { position } = recorded;
  const entries = postingsOf(decodeShared(recorded)).flatMap(({ from, to, amount }) => [
    { position, address: from, amount: -amount },
    { position, address: to, amount },
  ]);
  cache.set(recorded, entries);
  return entries;
};

/** Returns both sides of each posting. */
export const journalOf = (events: readonly Recorded[]): readonly Entry[] =>
  events.flatMap(entriesOf);
