import type { NoticeCase } from './provider-cases.ts';

/** Notices that the members of the BCB family share, from ONZ's documentation and the BCB's own examples. */

/** The PIX key that charges are paid to. */
export const KEY = 'bc03a3b8-e9da-4cfe-9a04-ac1fc1dd6204';

const liquidated = {
  id: 6750828,
  txId: '83ff72b1ccfc4bbd9d2b1b4f6d46cac2',
  pixKey: KEY,
  status: 'LIQUIDATED',
  payment: { amount: '1.00', currency: 'BRL' },
  refunds: [],
  createdAt: '2025-01-11T00:34:31.314+00:00',
  errorCode: null,
  endToEndId: 'E00416968202501110034KOJECGjkSiZ',
  webhookType: 'RECEIVE',
  idempotencyKey: null,
  creditDebitType: 'CREDIT',
  localInstrument: 'QRDN',
  transactionType: 'PIX',
};
const about = { type: 'TRANSACTION', transactionId: liquidated.txId } as const;

const pix = {
  endToEndId: 'E12345678202009091221abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2020-09-10T13:03:33.902Z',
};
const back = {
  id: '123ABC',
  rtrId: 'D12345678202009091221abcdf098765',
  valor: '10.00',
  status: 'DEVOLVIDO',
};
const aboutPix = { type: 'TRANSACTION', transactionId: pix.txid } as const;

export const notices: readonly NoticeCase[] = [
  {
    name: 'that money came in',
    body: { data: liquidated, type: 'RECEIVE' },
    says: [{ ...about, status: 'APPROVED' }],
  },
  {
    name: 'that money is about to come in',
    body: { data: { ...liquidated, status: 'PROCESSING' }, type: 'RECEIVE' },
    says: [{ ...about, status: 'PENDING' }],
  },
  {
    name: 'that money went back',
    body: { data: { ...liquidated, status: 'REFUNDED' }, type: 'REFUND' },
    says: [{ ...about, status: 'CHARGEBACK' }],
  },
  {
    name: 'of what was called off',
    body: { data: { ...liquidated, status: 'CANCELED' }, type: 'RECEIVE' },
    says: [],
  },
  {
    name: 'in the BCB’s own words, several at once',
    body: { pix: [pix, { ...pix, txid: '5b933948f3224266b1050ac54319e775' }] },
    says: [
      { ...aboutPix, status: 'APPROVED' },
      { ...aboutPix, transactionId: '5b933948f3224266b1050ac54319e775', status: 'APPROVED' },
    ],
  },
  {
    name: 'of one PIX, with what went back as one object',
    body: { pix: { ...pix, devolucoes: back } },
    says: [{ ...aboutPix, status: 'CHARGEBACK' }],
  },
  {
    name: 'of a bare PIX, with what went back as a list',
    body: { ...pix, devolucoes: [back] },
    says: [{ ...aboutPix, status: 'CHARGEBACK' }],
  },
  {
    name: 'of a PIX that no charge of ours asked for',
    body: { pix: [{ ...pix, txid: undefined }] },
    says: [],
  },
  {
    name: 'of several PIX, one of which nobody understands, and with nothing where nothing is',
    body: {
      pix: [{ ...pix, txid: 7 }, { ...pix, devolucoes: null }, null, { ...pix, txid: null }],
    },
    says: [{ ...aboutPix, status: 'APPROVED' }],
  },
  {
    name: 'of an infraction, without a status',
    body: { type: 'INFRACTION', data: { id: 7, endToEndId: pix.endToEndId } },
    says: [],
  },
  { name: 'that names no charge', body: { pix: 'none' }, says: [] },
  { name: 'that is none', body: '<html>', says: 'unreadable' },
];
