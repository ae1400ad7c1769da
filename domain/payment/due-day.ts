import { parseBarcode, parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { dayOf, lastDayBefore, type Day } from '#/domain/values/time.ts';
import type { RequestedPayment } from './state.ts';

type BilledPayment = Pick<RequestedPayment, 'billetCode' | 'expiresAt'> & {
  readonly requested: Pick<RequestedPayment['requested'], 'method' | 'at'>;
};

/**
 * Returns the day on which a boleto falls due: the one in its line or barcode, which banks read, else the last day before its expiry. Null =
 * not a boleto, or no day is known.
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
