import { listWaiting, type FinalState } from './books.ts';
import { normaliseId } from './texts.ts';

/** What sellers and staff see in the end. Amounts are in cents. */
export interface FinalView {
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

const PAID: ReadonlySet<string> = new Set(['APPROVED', 'REFUNDED', 'CHARGEBACK']);

/** Returns what acquirers must have moved for each item, if the read models are right. */
const sumShown = ({ sales, withdrawals }: FinalView): readonly (readonly [string, number])[] => [
  ...sales.map(
    ({ paymentId, status, amount, refundedAmount }) =>
      [paymentId, PAID.has(status) ? amount - refundedAmount : 0] as const,
  ),
  ...withdrawals.map(
    ({ withdrawalId, status, net }) => [withdrawalId, status === 'APPROVED' ? -net : 0] as const,
  ),
];

/** Compares the sales and payouts that are shown with what acquirers moved for them. */
const judgeItems = (
  shown: FinalView,
  { banks, events }: FinalState,
  before: string,
): readonly string[] => {
  const waiting = listWaiting(events);
  const moved = banks.flatMap((bank) => bank.moved);
  return sumShown(shown).flatMap(([id, amount]) => {
    const name = normaliseId(id);
    if (id === before || waiting.has(name)) return [];
    const its = moved
      .filter(({ reference }) => normaliseId(reference) === name)
      .reduce((sum, each) => sum + each.amount, 0);
    return its === amount ? [] : [`${id} is shown to have moved ${amount} cents, and moved ${its}`];
  });
};

/** Compares the balances that are shown with the journal. */
const judgeBalances = ({ balances }: FinalView, { entries }: FinalState): readonly string[] =>
  balances.flatMap(({ sellerId, ...parts }) =>
    (['pending', 'available', 'held'] as const).flatMap((part) => {
      const address = `receiver:${sellerId}:BRL:${part}`;
      const booked = entries
        .filter((entry) => entry.address === address)
        .reduce((sum, entry) => sum + entry.amount, 0);
      return booked === parts[part]
        ? []
        : [`${parts[part]} cents are shown as ${part} of ${sellerId}, and ${booked} are booked`];
    }),
  );

/**
 * Judges what sellers and staff see when nothing moves any more.
 * @param before the sale from before the history, which no acquirer knows
 * @returns the faults found
 */
export const judgeShown = (
  shown: FinalView,
  drained: FinalState,
  before: string,
): readonly string[] => [...judgeItems(shown, drained, before), ...judgeBalances(shown, drained)];
