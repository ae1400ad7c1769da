import type { DestinationsTexts } from '#/web/i18n/pt-br/payouts/destinations.ts';

export const destinations: DestinationsTexts = {
  title: 'Destinations',
  note: 'PIX keys at which your withdrawals are paid.',
  add: 'Add a key',
  emptyTitle: 'No PIX key yet',
  emptyText:
    'Your own CPF or CNPJ is good at once. Staff look at other keys before the first payout.',
  statuses: {
    WAITING: 'Under review',
    APPROVED: 'Approved',
    REFUSED: 'Refused',
    SUSPENDED: 'Suspended',
    REMOVED: 'Removed',
  },
  waiting: 'Staff look at this key before the first payout.',
  suspended:
    'A payout to this key came back, or its account belongs to another person. It is good again only after staff have looked at it.',
  refused: (reason) => `Reason: ${reason}`,
  erased: 'Erased key',
  of: (name) => `of ${name}`,
  declaredAt: (at) => `Named on ${at}`,
  again: 'Name it again',
  remove: {
    button: 'Remove',
    title: (key) => `Remove ${key}?`,
    text: 'No withdrawal goes to this key any more. Withdrawals already requested go on as they are. You may name the key again at any time.',
    submit: 'Remove key',
    done: 'Key removed',
  },
  form: {
    title: 'Where you want to be paid',
    text: 'Name a PIX key of yours, or that of another person or company.',
    ownKey: { CPF: 'Use my CPF', CNPJ: 'Use my CNPJ' },
    ownKeyText: (document) => `${document}: certainly yours, and good at once.`,
    or: 'Another key',
    key: 'PIX key',
    keyHint: 'CPF, CNPJ, e-mail, phone or random key.',
    isOther: 'The key belongs to another person or company',
    isOtherText: 'Staff see the name and document of the holder, and decide.',
    name: 'Name of the holder',
    document: 'CPF or CNPJ of the holder',
    submit: 'Name the key',
    back: 'Back to the withdrawal',
    approved: 'Key ready for withdrawals',
    waitingTitle: 'Staff will look at this key',
    waitingText:
      'You see here and under Destinations when it is approved. For safety, your withdrawals rest for 24 hours after a new key.',
    understood: 'All right',
  },
  errors: {
    keyMissing: 'Enter the PIX key.',
    keyUnknown: 'This is not a PIX key.',
    keyCpf: 'Invalid CPF',
    keyCnpj: 'Invalid CNPJ',
    keyOfOther:
      'This CPF or CNPJ is not yours: tick that the key belongs to another person or company, and say whose.',
    nameMissing: 'Enter the name of the holder.',
    documentWrong: 'Invalid CPF or CNPJ',
    documentOfOther: 'The key is a CPF or CNPJ: the holder’s document is the same.',
  },
};
