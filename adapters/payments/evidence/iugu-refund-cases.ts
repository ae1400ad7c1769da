import { cents } from '#/domain/values/money.ts';
import {
  INVOICE_ID,
  invalid,
  invoiceOf,
  no,
  paidByCard,
  pixInvoice,
  readInvoice,
  boletoInvoice,
} from './iugu-invoices-cases.ts';
import { refundsNotDone, unproven } from './common-cases.ts';
import type { OperationCase } from './provider-cases.ts';
import { REFUND_ID, refundOf } from './samples.ts';

/** Refunds by payment method (dev.iugu.com, *Realizar o reembolso*). */

const refunding = { operation: 'refund', input: refundOf(INVOICE_ID) } as const;
const refundRequest = { method: 'POST', path: `/invoices/${INVOICE_ID}/refund` } as const;
const whole = refundOf(INVOICE_ID);
const part = { ...whole, amount: cents(500) };
const refused = 'Erro ao aprovar o reembolso.';
const invoiceRead = (json: object) => ({ request: readInvoice, reply: { json } });

export const refunds: readonly OperationCase[] = [
  {
    ...refunding,
    name: 'refunds a whole PIX charge without a request body',
    exchanges: [
      invoiceRead(pixInvoice),
      { request: refundRequest, reply: { json: invoiceOf({ status: 'refunded' }) } },
    ],
    result: { refundId: REFUND_ID, status: true },
  },
  ...refundsNotDone(INVOICE_ID, refundRequest, {
    before: [invoiceRead(pixInvoice)],
    json: invoiceOf({ status: 'refunded' }),
  }),
  {
    ...refunding,
    name: 'refunds part of a card charge',
    input: part,
    exchanges: [
      invoiceRead(paidByCard),
      {
        request: { ...refundRequest, json: { partial_value_refund_cents: 500 } },
        reply: { json: paidByCard },
      },
    ],
    result: { refundId: REFUND_ID, status: true },
  },
  {
    ...refunding,
    name: 'rejects a refund of the requested amount of an overpaid PIX charge, because all that was paid would go back',
    exchanges: [invoiceRead(invoiceOf({ status: 'paid', total_paid_cents: 2990 }))],
    failure: { ...invalid, text: `${refused} A iugu só devolve um PIX por inteiro.` },
  },
  {
    ...refunding,
    name: 'rejects a partial refund of a PIX charge',
    input: part,
    exchanges: [invoiceRead(pixInvoice)],
    failure: { ...invalid, text: `${refused} A iugu só devolve um PIX por inteiro.` },
  },
  {
    ...refunding,
    name: 'rejects a refund of a boleto',
    exchanges: [invoiceRead(boletoInvoice)],
    failure: {
      ...invalid,
      text: `${refused} A iugu não devolve boletos: transfira o valor ao comprador.`,
    },
  },
  {
    ...refunding,
    name: 'reports a refused refund',
    exchanges: [invoiceRead(pixInvoice), { request: refundRequest, reply: no }],
    failure: unproven,
  },
];
