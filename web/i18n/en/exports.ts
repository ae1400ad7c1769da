import type { ExportsTexts } from '#/web/i18n/pt-br/exports.ts';
import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('en');

export const exportsTexts: ExportsTexts = {
  exports: {
    title: 'Accounting',
    download: 'Export',
    kind: 'What to export',
    kinds: { journal: 'Journal', sales: 'Sales' },
    kindText: {
      journal: 'Every posting: date and time, debit, credit, amount and narration.',
      sales:
        'Every sale of the period: seller, buyer, what was paid, what went back, fees and net.',
    },
    format: 'CSV for Excel in English: commas, decimal point, MM/dd/yyyy.',
    lines: (count) => plural(count, 'line', 'lines'),
    counting: 'Counting lines…',
    start: 'Download CSV',
    cancel: 'Cancel download',
    progress: 'Download progress',
    received: (lines, total, bytes) => `${lines} of ${total} lines · ${bytes}`,
    done: (file, lines) => `${file}: ${lines} lines saved.`,
    canceled: 'Download canceled. Nothing was saved.',
    failed: 'The download was interrupted. Nothing was saved.',
    empty: 'There is nothing to export in this period.',
    invalid: 'The first day is after the last.',
    trialBalance: 'Trial balance',
    trialBalanceText: 'Every account of the period; debits and credits must sum to the same.',
    account: 'Account',
    accountKind: { ASSET: 'Asset', LIABILITY: 'Liability', REVENUE: 'Revenue', EXPENSE: 'Expense' },
    kindColumn: 'Kind',
    opening: 'Opening',
    debits: 'Debits',
    credits: 'Credits',
    closing: 'Closing',
    sides: { debit: 'debit', credit: 'credit' },
    balanced: 'D = C',
    unbalanced: (difference) => `Debits and credits differ by ${difference}`,
    noAccounts: 'Nothing moved in this period',
    noAccountsText: 'Choose a period with sales, refunds or withdrawals.',
  },
};
