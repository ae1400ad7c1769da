import { pluralIn } from '#/web/i18n/plural.ts';
import type { PaidWithdrawalsTexts } from '#/web/i18n/pt-br/payouts/paid.ts';

const plural = pluralIn('en');

export const paidWithdrawals: PaidWithdrawalsTexts = {
  title: 'Paid withdrawals',
  note: 'What went out to sellers, the last paid first. Withdrawals that the bank returned do not count.',
  emptyTitle: 'No withdrawal was paid',
  emptyText: 'Each withdrawal is listed here once the acquirer confirms that it was paid.',
  paidAt: 'Paid on',
  requestedAt: 'Requested on',
  seller: 'Seller',
  amount: 'Amount',
  fee: 'Fee',
  net: 'Sent',
  acquirer: 'Acquirer',
  key: 'PIX key',
  endToEnd: 'End-to-end id',
  approvedBy: 'Approved by',
  automatic: 'No approval by hand',
  someone: 'erased person',
  erased: 'Erased',
  filter: 'Filter',
  onlySeller: (name) => `Only ${name}`,
  allSellers: (name) => `Seller: ${name}. Show all`,
  totals: 'Totals',
  lines: (count) => plural(count, 'withdrawal', 'withdrawals'),
  receipt: (who) => `Receipt: ${who}`,
  back: 'Back to the list',
  download: {
    button: 'Export',
    title: 'Export paid withdrawals',
    text: 'The withdrawals of the list, with the same filters and the same sums. PIX keys are masked. The export is put on record.',
  },
};
