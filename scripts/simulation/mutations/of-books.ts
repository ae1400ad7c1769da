import type { Mutation } from './mutation.ts';

/** Mistakes in what the product takes from acquirers, books and shows. */
export const mutationsOfBooks: readonly Mutation[] = [
  {
    name: 'read models kept after a failover',
    standsFor: [13, 'after a failover, processes believe in what the log has lost'],
    edits: [
      {
        file: 'projections/engine/run/lost-events.ts',
        from: 'return !isSameEvent(recorded, last);',
        to: 'return recorded === null;',
      },
    ],
    seed: 11,
    inputs: [13, 10_000],
  },
  {
    name: 'another amount approved',
    standsFor: [3, 'what was paid is never compared'],
    edits: [
      {
        file: 'domain/payment/receipts/mismatch.ts',
        from: "...(amount === null || amount === requested.amount ? [] : (['AMOUNT'] as const)),",
        to: "...(amount === null || requested.amount > 0 ? [] : (['AMOUNT'] as const)),",
      },
    ],
    seed: 21,
    inputs: [13],
  },
  {
    name: 'chargeback not taken in',
    standsFor: [2, 'a chargeback becomes invisible'],
    edits: [
      {
        file: 'domain/payment/decider.ts',
        from: 'const reversals = isAwaited ? [] : reverseByProvider(payment, report);',
        to: "const reversals = isAwaited || status === 'CHARGEBACK' ? [] : reverseByProvider(payment, report);",
      },
    ],
    seed: 17,
    inputs: [6, 10_053],
  },
  {
    name: 'wrong clock believed',
    standsFor: [12, 'a clock that is ahead strands months'],
    edits: [
      {
        file: 'ledger/clock/watch.ts',
        from: 'compared !== undefined &&',
        to: 'compared?.isTrue !== null ||',
      },
    ],
    seed: 52,
    inputs: [10_040],
  },
  {
    name: 'contradiction of a decision not taken in',
    edits: [
      {
        file: 'domain/withdrawal/compare-with-record.ts',
        from: 'if (statedPaid === last.paid && isReturned === last.isReturned) return [];',
        to: 'if (statedPaid === last.paid || last.paid >= 0) return [];',
      },
    ],
    seed: 34,
    inputs: [10_095, 10_006, 10_008, 10, 0, 8, 15, 19],
  },
  {
    // All money is available in the end, so an earlier judgement must find it.
    name: 'pending money shown as available',
    edits: [
      {
        file: 'projections/seller-balance.ts',
        from: 'const available = add(row.available, change.available);',
        to: 'const available = add(add(row.available, change.available), change.pending);',
      },
      {
        file: 'projections/seller-balance.ts',
        from: 'pending: add(row.pending, change.pending),',
        to: 'pending: row.pending,',
      },
    ],
    seed: 1,
    inputs: [],
  },
  {
    name: 'months only looked back',
    standsFor: [12, 'a clock that is ahead strands months'],
    edits: [
      {
        file: 'ledger/clock/watch.ts',
        from: 'compared !== undefined &&',
        to: 'compared?.isTrue !== null ||',
      },
      {
        file: 'domain/books/decider.ts',
        from: 'if (latest !== undefined && period <= latest) return [];',
        to: 'if (latest === period || months.includes(period)) return [];',
      },
      {
        file: 'ledger/accounts/books.ts',
        from: "if ((begun.at(-1) ?? '') < period) {",
        to: 'if (!begun.includes(period)) {',
      },
      {
        file: 'ledger/accounts/books.ts',
        from: 'await propose(owner, period, now);',
        to: '',
      },
      {
        file: 'ledger/accounts/books.ts',
        from: `await open(owner, begun, now);
      return`,
        to: `begun = begun.filter((month) => month <= period).toSorted();
      await open(owner, begun, now);
      return`,
      },
    ],
    seed: 169,
    inputs: [6, 10_040],
  },
];
