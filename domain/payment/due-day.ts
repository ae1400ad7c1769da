import { parseBarcode, parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { dayOf, lastDayBefore, type Day } from '#/domain/values/time.ts';
import type { RequestedPayment } from './state.ts';

type BilledPayment = Pick<RequestedPayment, 'billetCode' | 'expiresAt'> & {
  readonly requested: Pick<RequestedPayment['requested'], 'method' | 'at'>;
};

/**
 * Returns the day on which a boleto falls due. It is the due date in the boleto's own line or barcode, because banks read that. If those
 * state none, it is the last day before the charge expires. Null = the payment is no boleto, or neither date is known.
 */
export const dueDayOf = ({ requested, billetCode, expiresAt }: BilledPayment): Day | null => {
  if (requested.method !== 'BILLET') return null;
  const issuedOn = dayOf(requested.at);
  for (const parse of [parseBoletoLine, parseBarcode]) {
    const boleto = parse(billetCode ?? '', issuedOn);
    if (boleto.ok && boleto.fields.dueDate !== undefined) return boleto.fields.dueDate;
  }
  return expiresAt === null ? null : lastDayBefore(expiresAt);
};
