import { INVOICE_ID, pixInvoice, readInvoice, boletoInvoice } from './iugu-invoices-cases.ts';
import type { OperationCase } from './provider-cases.ts';

/** iugu serves the PDF from a separate host. */

const fetching = { operation: 'getBoletoPdf', input: { transactionId: INVOICE_ID } } as const;
const lookUp = { request: readInvoice, reply: { json: boletoInvoice } } as const;
const pdfRequest = {
  method: 'GET',
  path: '/v1/public/invoice/e33604a9-fdfb-42fe-aabb-accdcf3afba9-0844/bank_slip.pdf',
  headers: { accept: 'application/pdf' },
} as const;

export const boletos: readonly OperationCase[] = [
  {
    ...fetching,
    name: 'fetches the PDF of a boleto',
    exchanges: [lookUp, { request: pdfRequest, reply: { text: '%PDF-1.4 a slip' } }],
    result: Buffer.from('%PDF-1.4 a slip'),
  },
  {
    ...fetching,
    name: 'returns no PDF for a PIX charge',
    exchanges: [{ request: readInvoice, reply: { json: pixInvoice } }],
    result: undefined,
  },
  {
    ...fetching,
    name: 'reports an HTML page in place of the PDF as unreadable',
    exchanges: [lookUp, { request: pdfRequest, reply: { text: '<html>%PDF-' } }],
    failure: { kind: 'unreadable', mayHaveHappened: false },
  },
];
