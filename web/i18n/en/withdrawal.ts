import type { WithdrawalTexts } from '#/web/i18n/pt-br/withdrawal.ts';

export const withdrawal: WithdrawalTexts = {
  title: 'Withdraw by PIX',
  available: (amount) => `Available: ${amount}`,
  resting: (until) =>
    `The password or the second factor of this account was changed. For safety, withdrawals rest until ${until}.`,
  restingNotMine: 'Was it not you? Tell the support of your platform now.',
  notApproved: 'Withdrawals begin when the staff of the platform approve your documents.',
  toProfile: 'Hand in the documents, or see where they stand',
  key: 'PIX key',
  keyHint: 'CPF, CNPJ, e-mail, phone or random key.',
  keyUnknown: 'This is not a PIX key.',
  keyCpf: 'Invalid CPF',
  keyCnpj: 'Invalid CNPJ',
  keyMissing: 'Enter the PIX key.',
  amount: 'Amount to withdraw',
  everything: 'Withdraw all',
  amountMissing: 'Enter the amount.',
  tooLow: (minimum) => `The minimum is ${minimum}.`,
  tooHigh: (available) => `You have ${available} available.`,
  leaves: 'Leaves your balance',
  fee: 'Withdrawal fee',
  receive: 'You receive',
  submit: 'Request withdrawal',
  doneTitle: 'Withdrawal requested',
  doneText: (net) => `${net} on its way to your account. Follow it under Withdrawals.`,
  see: 'See withdrawals',
};
