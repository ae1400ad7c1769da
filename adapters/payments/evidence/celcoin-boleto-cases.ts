import type { OperationCase } from './provider-cases.ts';

const fetching = { operation: 'getBoletoPdf', input: { transactionId: '11' } } as const;
const reading = (...charges: readonly object[]) =>
  ({
    request: {
      method: 'GET',
      path: '/charges',
      query: { galaxPayIds: '11', startAt: 0, limit: 10 },
    },
    reply: { json: { totalQtdFoundInPage: charges.length, Charges: charges } },
  }) as const;
const pdfRequest = {
  method: 'GET',
  path: '/link-pdf',
  headers: { accept: 'application/pdf' },
} as const;

/** Cases that fetch the PDF of a boleto by the link in its charge. */
export const boletos = (charge: object, pix: object): readonly OperationCase[] => [
  {
    ...fetching,
    name: 'fetches the PDF of a boleto from the boleto host',
    exchanges: [reading(charge), { request: pdfRequest, reply: { text: '%PDF-1.4 a slip' } }],
    result: Buffer.from('%PDF-1.4 a slip'),
  },
  {
    ...fetching,
    name: 'returns no PDF for a PIX charge',
    exchanges: [reading(pix)],
    result: undefined,
  },
  {
    ...fetching,
    name: 'returns no PDF for an unknown charge',
    exchanges: [reading()],
    result: undefined,
  },
  {
    ...fetching,
    name: 'reports an HTML page in place of the PDF as unreadable',
    exchanges: [reading(charge), { request: pdfRequest, reply: { text: '<html>%PDF-' } }],
    failure: { kind: 'unreadable', mayHaveHappened: false },
  },
];
