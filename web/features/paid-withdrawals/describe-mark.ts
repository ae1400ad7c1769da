import type { PaidWithdrawal } from '#/api/contract/paid-withdrawals.ts';
import type { PaidWithdrawalsTexts } from '#/web/i18n/pt-br/payouts/paid.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';

type Marked = Pick<PaidWithdrawal, 'reconciliation' | 'returnedAt'>;

/** Who found the withdrawal on the bank's statement and when, its reference there, and what happened since. Null without a mark. */
export const describeMark = (
  { reconciliation, returnedAt }: Marked,
  { reconciliation: texts, someone }: PaidWithdrawalsTexts,
  { money, dateTime }: Pick<Formats, 'money' | 'dateTime'>,
): string | null => {
  if (reconciliation === null) return null;
  const { by, at, amount, reference, isOutdated } = reconciliation;
  const parts = [
    texts.by(by ?? someone, dateTime(at)),
    reference !== null && texts.reference(reference),
    isOutdated && texts.amount(money(amount)),
    returnedAt !== null && texts.returnedAt(dateTime(returnedAt)),
  ].filter((part) => part !== false);
  return parts.join(' · ');
};
