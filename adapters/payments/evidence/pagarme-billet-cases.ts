import { billetOrder, ID, notLetIn, pixOrder, unauthorised } from './pagarme-orders.ts';
import type { OperationCase } from './provider-cases.ts';

/** The PDF of a boleto, whose link is in its order and leads to another version of the API. */

const fetching = { operation: 'getBilletPdf', input: { transactionId: ID } } as const;
const readOrder = { method: 'GET', path: `/orders/${ID}` } as const;
const billetPdf = {
  method: 'GET',
  path: '/core/v1/transactions/tran_bZ0N3DjjUzTW68eq/pdf',
} as const;

export const billetPdfs: readonly OperationCase[] = [
  {
    ...fetching,
    name: 'fetches the PDF of a boleto with our key, at our own host',
    exchanges: [
      { request: readOrder, reply: { json: billetOrder } },
      { request: billetPdf, reply: { text: '%PDF-1.4 a slip' } },
    ],
    result: Buffer.from('%PDF-1.4 a slip'),
  },
  {
    ...fetching,
    name: 'fetches no PDF of a charge that has none',
    exchanges: [{ request: readOrder, reply: { json: pixOrder } }],
    result: undefined,
  },
  {
    ...fetching,
    name: 'takes a page for no PDF',
    exchanges: [
      { request: readOrder, reply: { json: billetOrder } },
      { request: billetPdf, reply: { text: '<html>%PDF-' } },
    ],
    failure: { kind: 'unreadable', mayHaveHappened: false },
  },
  {
    ...fetching,
    name: 'is not let in to fetch a PDF',
    exchanges: [
      { request: readOrder, reply: { json: billetOrder } },
      { request: billetPdf, reply: unauthorised },
    ],
    failure: notLetIn,
  },
];
