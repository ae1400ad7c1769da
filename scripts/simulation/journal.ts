import { postingsOf } from '#/domain/accounting/postings.ts';
import { decode } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import type { Entry } from '#/scripts/simulation/oracle/books.ts';

/** Returns the product's journal of a log: both sides of each posting. */
export const journalOf = (events: readonly Recorded[]): readonly Entry[] =>
  events.flatMap((recorded) => {
    const { position } = recorded;
    return postingsOf(decode(recorded)).flatMap(({ from, to, amount }) => [
      { position, address: from, amount: -amount },
      { position, address: to, amount },
    ]);
  });
