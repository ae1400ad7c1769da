import type { StatementLine } from '#/api/contract/seller.ts';

/**
 * The one figure a line is about. Money that came or went changes the sum of the balances; money that
 * only moved between them is shown by what it did to the available balance, which is what can be spent.
 */
export const movedBy = (
  line: Pick<StatementLine, 'pendingChange' | 'availableChange' | 'heldChange'>,
): number => {
  const total = line.pendingChange + line.availableChange + line.heldChange;
  return total === 0 ? line.availableChange : total;
};
