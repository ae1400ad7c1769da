import type { NoticeCase } from './provider-cases.ts';

/** Notices of ONZ's documentation and of the BCB's own examples. */

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
const chargeOfNotice = { type: 'TRANSACTION', transactionId: liquidated.txId } as const;

const pix = {
  endToEndId: 'E12345678202009091221abcdef12345',
  txid: 'cd1fe328c875481285a6f233ae41b662',
  valor: '100.00',
  horario: '2020-09-10T13:03:33.902Z',
};
const pixReturn = {
  id: '123ABC',
  rtrId: 'D12345678202009091221abcdf098765',
  valor: '10.00',
  status: 'DEVOLVIDO',
};
const chargeOfPix = { type: 'TRANSACTION', transactionId: pix.txid } as const;

export const notices: readonly NoticeCase[] = [
  {
    name: 'that a PIX was received',
    body: { data: liquidated, type: 'RECEIVE' },
    says: [{ ...chargeOfNotice, status: 'APPROVED' }],
  },
  {
    name: 'that a PIX is being processed',
    body: { data: { ...liquidated, status: 'PROCESSING' }, type: 'RECEIVE' },
    says: [{ ...chargeOfNotice, status: 'PENDING' }],
  },
  {
    name: 'that a PIX was refunded',
    body: { data: { ...liquidated, status: 'REFUNDED' }, type: 'REFUND' },
    says: [{ ...chargeOfNotice, status: 'CHARGEBACK' }],
  },
  {
    name: 'that a PIX was canceled',
    body: { data: { ...liquidated, status: 'CANCELED' }, type: 'RECEIVE' },
    says: [],
  },
  {
    name: 'about two PIX in the BCB’s own format',
    body: { pix: [pix, { ...pix, txid: '5b933948f3224266b1050ac54319e775' }] },
    says: [
      { ...chargeOfPix, status: 'APPROVED' },
      { ...chargeOfPix, transactionId: '5b933948f3224266b1050ac54319e775', status: 'APPROVED' },
    ],
  },
  {
    name: 'about one PIX, with its return as an object',
    body: { pix: { ...pix, devolucoes: pixReturn } },
    says: [{ ...chargeOfPix, status: 'REFUNDED' }],
  },
  {
    name: 'about a PIX without an envelope, with its return in a list',
    body: { ...pix, devolucoes: [pixReturn] },
    says: [{ ...chargeOfPix, status: 'REFUNDED' }],
  },
  {
    name: 'about a PIX that is being returned because of fraud, in parts, with one return that failed',
    body: {
      pix: [
        {
          ...pix,
          devolucoes: [
            { ...pixReturn, natureza: 'MED_FRAUDE', valor: '90.00', status: 'EM_PROCESSAMENTO' },
            pixReturn,
            { ...pixReturn, status: 'NAO_REALIZADO' },
          ],
        },
      ],
    },
    says: [{ ...chargeOfPix, status: 'CHARGEBACK' }],
  },
  {
    name: 'about a PIX whose return states no amount',
    body: { pix: [{ ...pix, devolucoes: [{ id: pixReturn.id }] }] },
    says: [{ ...chargeOfPix, status: 'REFUNDED' }],
  },
  {
    name: 'about a PIX whose return failed',
    body: { pix: [{ ...pix, devolucoes: [{ ...pixReturn, status: 'NAO_REALIZADO' }] }] },
    says: [{ ...chargeOfPix, status: 'APPROVED' }],
  },
  {
    name: 'about a PIX without a charge id',
    body: { pix: [{ ...pix, txid: undefined }] },
    says: [],
  },
  {
    name: 'about four PIX, only one of which is valid',
    body: {
      pix: [{ ...pix, txid: 7 }, { ...pix, devolucoes: null }, null, { ...pix, txid: null }],
    },
    says: [{ ...chargeOfPix, status: 'APPROVED' }],
  },
  {
    name: 'about an infraction without a status',
    body: { type: 'INFRACTION', data: { id: 7, endToEndId: pix.endToEndId } },
    says: [],
  },
  { name: 'whose PIX is not an object', body: { pix: 'none' }, says: [] },
  { name: 'that is not JSON', body: '<html>', says: 'unreadable' },
];
