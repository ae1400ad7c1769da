import type { InvestigationsTexts } from '#/web/i18n/pt-br/investigations.ts';

export const investigationsTexts: InvestigationsTexts = {
  investigations: {
    title: 'Open cases',
    note: 'What no machine may decide: two people say what happened, and the books follow.',
    what: 'What',
    why: 'Why',
    amount: 'In question',
    acquirer: 'Acquirer',
    seller: 'Seller',
    since: 'Waits since',
    state: 'State',
    waits: 'To be decided',
    proposed: 'A second person must agree',
    filterKind: 'Type',
    filterState: 'State',
    allKinds: 'All types',
    allStates: 'All states',
    kinds: {
      PAYMENT: 'Payment',
      REFUND: 'Refund',
      WITHDRAWAL: 'Withdrawal',
      REGISTRATION: 'Registration',
    },
    causes: {
      UNKNOWN_OUTCOME: 'Unknown outcome',
      UNFIT_ANSWER: 'Answer that does not fit',
      UNAPPLIED_RECEIPT: 'Receipt without a sale',
      CONTRADICTED_OUTCOME: 'Acquirer contradicts the record',
      CONTRADICTED_RESOLUTION: 'Acquirer contradicts what staff decided',
      UNCOVERED_REFUND: 'Seller’s balance does not cover the refund',
    },
    emptyTitle: 'Nothing waits for a decision',
    emptyText:
      'Charges, refunds, withdrawals and registrations without a certain outcome appear here.',
  },
};
