import { boletoOrder, ID, isUnauthorised, pixOrder, unauthorised } from './pagarme-orders.ts';
import type { OperationCase } from './provider-cases.ts';

/** The boleto link in an order leads to another version of the API. */

const fetching = { operation: 'getBoletoPdf', input: { transactionId: ID } } as const;
const readOrder = { method: 'GET', path: `/orders/${ID}` } as const;
const boletoPdf = {
  method: 'GET',
  path: '/core/v1/transactions/tran_bZ0N3DjjUzTW68eq/pdf',
} as const;

export const boletoPdfs: readonly OperationCase[] = [
  {
    ...fetching,
    name: 'fetches the PDF of a boleto from the configured host',
    exchanges: [
      { request: readOrder, reply: { json: boletoOrder } },
      { request: boletoPdf, reply: { text: '%PDF-1.4 a slip' } },
    ],
    result: Buffer.from('%PDF-1.4 a slip'),
  },
  {
    ...fetching,
    name: 'returns no PDF for a PIX charge',
    exchanges: [{ request: readOrder, reply: { json: pixOrder } }],
    result: undefined,
  },
  {
    ...fetching,
    name: 'reports an HTML page in place of the PDF as unreadable',
    exchanges: [
      { request: readOrder, reply: { json: boletoOrder } },
      { request: boletoPdf, reply: { text: '<html>%PDF-' } },
    ],
    failure: { kind: 'unreadable', mayHaveHappened: false },
  },
  {
    ...fetching,
    name: 'reports an unauthorised PDF download',
    exchanges: [
      { request: readOrder, reply: { json: boletoOrder } },
      { request: boletoPdf, reply: unauthorised },
    ],
    failure: isUnauthorised,
  },
];
