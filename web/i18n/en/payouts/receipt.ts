import type { ReceiptTexts } from '#/web/i18n/pt-br/payouts/receipt.ts';

export const receipt: ReceiptTexts = {
  title: 'Receipt of a withdrawal',
  note: (platform) => `Issued by ${platform}`,
  download: 'Download PDF',
  saved: 'Receipt saved',
  file: 'withdrawal-receipt',
  print: 'Print',
  paidOut: 'Amount sent',
  amount: 'Amount withdrawn',
  fee: 'Fee',
  payee: 'Payee',
  document: 'CPF or CNPJ',
  key: 'PIX key',
  endToEnd: 'End-to-end id',
  requestedAt: 'Requested on',
  paidAt: 'Paid on',
  id: 'Withdrawal',
  erased: 'Erased',
  otherHolder:
    'The acquirer stated that the account that got this withdrawal belongs to another holder, not to the payee named here.',
  none: 'Not given by the acquirer',
  times: 'Times are Brasília’s.',
  signature: 'Signature',
  signatureText:
    'The platform signed this payout before it was sent. With the statement, the key and the signature it can be checked offline that nothing was changed: Ed25519 over the statement, in UTF-8, exactly as it stands here.',
  statement: 'Signed statement',
  publicKey: 'Public key (Ed25519, hexadecimal)',
  signed: 'Signature (hexadecimal)',
  unsigned: 'This withdrawal is from before the platform signed its payouts.',
};
