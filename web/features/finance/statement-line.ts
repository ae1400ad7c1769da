import type { StatementLine } from '#/api/contract/seller.ts';

type Changes = Pick<StatementLine, 'pendingChange' | 'availableChange' | 'heldChange'>;

const totalChange = (line: Changes): number =>
  line.pendingChange + line.availableChange + line.heldChange;

/** Money that only moved between one's own balances: neither gain nor loss. */
export const isTransfer = (line: Changes): boolean => totalChange(line) === 0;

/**
 * The one figure a line is about. Money that came or went changes the sum of the balances; money that
 * only moved between them is shown by what it did to the available balance, which is what can be spent.
 */
export const movedBy = (line: Changes): number =>
  isTransfer(line) ? line.availableChange : totalChange(line);
