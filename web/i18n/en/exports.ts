import type { ExportsTexts } from '#/web/i18n/pt-br/exports.ts';

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
