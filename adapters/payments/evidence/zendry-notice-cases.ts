import type { NoticeCase } from './provider-cases.ts';
import { BR_CODE } from './samples.ts';

export const AUTHORIZATION = 'what-was-agreed-for-tests';
const PAYOUT = 'P202306150000039870';
const END_TO_END = 'E18236120202206142202a1022c1tg10';

/** Zendry's example. Its printed MD5 is not the hash of its fields, so it is replaced. */
export const qrcodeNotice = {
  notification_type: 'pix_qrcode',
  message: {
    reference_code: 'ZENDRYPIXQRCODE2',
    value_cents: 2,
    content: BR_CODE,
    status: 'paid',
    end_to_end: END_TO_END,
  },
  md5: 'aff0e7511970802f6f65807efa3a8c8a',
};

export const paymentNotice = {
  notification_type: 'pix_payment',
  message: {
    value_cents: 1,
    reference_code: PAYOUT,
    idempotent_id: 'TEST300523-05',
    pix_key_type: 'cpf',
    status: 'completed',
    end_to_end: null,
    payment_date: '2023-06-15T09:49:54.000-03:00',
    cancellation_date: null,
  },
  md5: '9b5b3e1e7659d81c406bd40a96c83294',
};

const headers = { authorization: AUTHORIZATION };

export const notices: readonly NoticeCase[] = [
  {
    name: 'that a charge was paid',
    headers,
    body: qrcodeNotice,
    says: [{ type: 'TRANSACTION', transactionId: 'ZENDRYPIXQRCODE2', status: 'APPROVED' }],
  },
  {
    name: 'that a payout was made',
    headers,
    body: paymentNotice,
    says: [{ type: 'WITHDRAW', withdrawReference: 'TEST300523-05', status: 'APPROVED' }],
  },
  {
    name: 'about a static QR code',
    headers,
    body: { ...qrcodeNotice, notification_type: 'pix_static_qrcode' },
    says: [],
  },
  {
    name: 'without a type',
    headers,
    body: { ...qrcodeNotice, notification_type: undefined },
    says: [],
  },
  { name: 'that is not JSON', headers, body: 'paid', says: 'unreadable' },
  {
    name: 'with the hash of another amount',
    headers,
    body: { ...qrcodeNotice, message: { ...qrcodeNotice.message, value_cents: 3 } },
    says: 'unauthorized',
  },
  {
    name: 'with the wrong hash that the documentation prints',
    headers,
    body: { ...qrcodeNotice, md5: '679f3ff14b8eadd1e504f2a35c0d8fb3' },
    says: 'unauthorized',
  },
  {
    name: 'about a payout without a hash',
    headers,
    body: { ...paymentNotice, md5: undefined },
    says: 'unauthorized',
  },
  { name: 'without the agreed authorization header', body: paymentNotice, says: 'unauthorized' },
];
