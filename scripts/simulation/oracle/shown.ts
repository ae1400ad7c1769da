import { besidesOf, isUnasked, listLeftOut, type BooksState, type Moment } from './books.ts';
import { normaliseId } from './texts.ts';

/** What sellers and staff see, in cents. */
export interface ShownView {
  readonly sales: readonly {
    readonly paymentId: string;
    readonly status: string;
    readonly amount: number;
    readonly refundedAmount: number;
  }[];
  readonly withdrawals: readonly {
    readonly withdrawalId: string;
    readonly status: string;
    readonly net: number;
  }[];
  readonly balances: readonly {
    readonly sellerId: string;
    readonly pending: number;
    readonly available: number;
    readonly held: number;
  }[];
}

const sumOf = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0);

const PAID: ReadonlySet<string> = new Set(['APPROVED', 'REFUNDED', 'CHARGEBACK']);

/** Returns the cents that acquirers must have moved for each sale and withdrawal if the read models are right. */
const sumShown = ({ sales, withdrawals }: ShownView): readonly (readonly [string, number])[] => [
  ...sales.map(
    ({ paymentId, status, amount, refundedAmount }) =>
      [paymentId, PAID.has(status) ? amount - refundedAmount : 0] as const,
  ),
  ...withdrawals.map(
    ({ withdrawalId, status, net }) => [withdrawalId, status === 'APPROVED' ? -net : 0] as const,
  ),
];

/** Compares what is shown with what acquirers moved. */
const judgeItems = (shown: ShownView, state: BooksState, moment: Moment): readonly string[] => {
  const leftOut = listLeftOut(state, moment);
  const besides = besidesOf(state);
  const moved = Map.groupBy(
    state.banks.flatMap((bank) => bank.moved),
    ({ reference }) => normaliseId(reference),
  );
  return sumShown(shown).flatMap(([id, amount]) => {
    const name = normaliseId(id);
    if (id === moment.before || leftOut.has(name)) return [];
    const all = moved.get(name) ?? [];
    const movedForItem = sumOf(all) - (besides.get(name) ?? 0);
    const unasked = moment.isDrained ? 0 : sumOf(all.filter(isUnasked));
    if (movedForItem === amount || movedForItem - unasked === amount) return [];
    return [`${id} is shown to have moved ${amount} cents, and moved ${movedForItem}`];
  });
};

/** Compares the shown balances with the journal. */
const judgeBalances = ({ balances }: ShownView, { entries }: BooksState): readonly string[] =>
  balances.flatMap(({ sellerId, ...parts }) =>
    (['pending', 'available', 'held'] as const).flatMap((part) => {
      const address = `receiver:${sellerId}:BRL:${part}`;
      const booked = sumOf(entries.filter((entry) => entry.address === address));
      return booked === parts[part]
        ? []
        : [`${parts[part]} cents are shown as ${part} of ${sellerId}, and ${booked} are booked`];
    }),
  );

/** @returns the faults found */
export const judgeShown = (
  shown: ShownView,
  state: BooksState,
  moment: Moment,
): readonly string[] => [...judgeItems(shown, state, moment), ...judgeBalances(shown, state)];
