/** Samples of Pagar.me's documentation, with our amounts and customers. */

import { BR_CODE, ORDER_ID } from './samples.ts';

export const ID = 'or_56GXnk6T0eU88qMm';
export const CHARGE_ID = 'ch_XgQO3VQCbJt23RpG';

export const orderOf = (charge: object) => ({
  id: ID,
  code: ORDER_ID,
  amount: 1990,
  currency: 'BRL',
  closed: true,
  status: 'pending',
  charges: [
    {
      id: CHARGE_ID,
      code: ORDER_ID,
      gateway_id: '3603723961',
      amount: 1990,
      status: 'pending',
      currency: 'BRL',
      payment_method: 'pix',
      ...charge,
    },
  ],
});

export const pixTransaction = {
  id: 'tran_KAM46zKTLHka1bqX',
  transaction_type: 'pix',
  pix_provider_tid: '3603723961',
  qr_code: BR_CODE,
  qr_code_url:
    'https://api.pagar.me/core/v5/transactions/tran_KAM46zKTLHka1bqX/qrcode?payment_method=pix',
  expires_at: '2026-11-21T12:00:00.4Z',
  amount: 1990,
  status: 'waiting_payment',
  success: true,
  gateway_response: {},
};

export const pixOrder = orderOf({ last_transaction: pixTransaction });

export const paidOrder = orderOf({
  status: 'paid',
  paid_at: '2026-11-20T12:05:00Z',
  last_transaction: {
    ...pixTransaction,
    // The documentation shows only this address in place of the PIX code once the order is paid.
    qr_code: 'https://digital.mundipagg.com/pix/',
    end_to_end_id: 'E12345678202009091221abcdef12345',
    status: 'paid',
  },
});

export const boletoOrder = orderOf({
  payment_method: 'boleto',
  last_transaction: {
    id: 'tran_bZ0N3DjjUzTW68eq',
    transaction_type: 'boleto',
    amount: 1990,
    status: 'generated',
    success: true,
    url: 'https://sandbox.pagar.me/Boleto/ViewBoleto.aspx?044581ea',
    pdf: 'https://api.pagar.me/core/v1/transactions/tran_bZ0N3DjjUzTW68eq/pdf',
    line: '34191.75462 24615.781234 41234.510000 3 83840000003090',
    qr_code: 'https://api.pagar.me/core/v1/transactions/tran_bZ0N3DjjUzTW68eq/qrcode',
    due_at: '2026-11-23T12:00:00Z',
  },
});

const cardOrder = (status: string, transaction: object) =>
  orderOf({
    payment_method: 'credit_card',
    status,
    last_transaction: {
      transaction_type: 'credit_card',
      card: { id: 'card_jdK2O53TqfnxwRDY', brand: 'Visa', last_four_digits: '1111' },
      ...transaction,
    },
  });

export const captured = cardOrder('paid', {
  status: 'captured',
  success: true,
  acquirer_return_code: '00',
});

export const declined = cardOrder('failed', {
  status: 'not_authorized',
  success: false,
  acquirer_return_code: '51',
});

export const no = { status: 422, json: { message: 'The request is invalid.', errors: {} } };
export const unauthorised = { status: 401, json: { message: 'Authorization has been denied.' } };
export const invalid = { kind: 'invalid', mayHaveHappened: false } as const;
export const isUnauthorised = { kind: 'unauthorized', mayHaveHappened: false } as const;
