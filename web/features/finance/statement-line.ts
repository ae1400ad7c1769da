import type { StatementLine } from '#/api/contract/seller.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';

type Changes = Pick<StatementLine, 'pendingChange' | 'availableChange' | 'heldChange'>;

/** Returns the change of the sum of the balances; 0 when money moved between the seller's own balances. */
export const balanceChangeOf = (line: Changes): number =>
  line.pendingChange + line.availableChange + line.heldChange;

interface Balances {
  readonly pending: number;
  readonly available: number;
  readonly held: number;
}

/** Returns the sum of the seller's balances. */
export const totalOf = ({ pending, available, held }: Balances): number =>
  pending + available + held;

type ExplainedLine = Changes & Pick<StatementLine, 'kind' | 'buyerAmount'>;

/** One sentence with each amount of the line. */
export const explainEntry = (
  line: ExplainedLine,
  { explain }: BackofficeTexts['finance'],
  { money }: Pick<Formats, 'money'>,
): string => {
  const amount = (cents: number): string => money(Math.abs(cents));
  const change = amount(balanceChangeOf(line));
  const ofBuyer = amount(line.buyerAmount ?? 0);
  switch (line.kind) {
    case 'SALE':
    case 'REFUND':
    case 'CHARGEBACK':
      return explain[line.kind](ofBuyer, change);
    case 'RELEASE':
    case 'WITHDRAWAL':
    case 'WITHDRAWAL_RETURNED':
    case 'WITHDRAWAL_REVERSED':
    case 'WITHDRAWAL_TAKEN':
      return explain[line.kind](amount(line.availableChange));
    case 'REFUND_HELD':
    case 'REFUND_RELEASED':
      return explain[line.kind](amount(line.heldChange));
    case 'WITHDRAWAL_PAID':
    case 'WITHDRAWAL_FEE':
    case 'SIMULATED_WRITTEN_OFF':
      return explain[line.kind](change);
  }
};
