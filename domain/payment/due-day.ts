import { parseBarcode, parseBoletoLine } from '#/domain/brazil/boleto.ts';
import { dayOf, lastDayBefore, type Day } from '#/domain/time.ts';
import type { RequestedPayment } from './decider.ts';

type Billed = Pick<RequestedPayment, 'billetCode' | 'expiresAt'> & {
  readonly requested: Pick<RequestedPayment['requested'], 'method' | 'at'>;
};

/**
 * The day that a boleto falls due, for whoever shows it: page, print, drawer, mail. It is the one that banks read in its own
 * line; where that says none, the last on which the acquirer takes the money. Null for what is no boleto, or has no end.
 */
export const dueDayOf = ({ requested, billetCode, expiresAt }: Billed): Day | null => {
  if (requested.method !== 'BILLET') return null;
  const issuedOn = dayOf(requested.at);
  for (const parse of [parseBoletoLine, parseBarcode]) {
    const slip = parse(billetCode ?? '', issuedOn);
    if (slip.ok && slip.fields.dueDate !== undefined) return slip.fields.dueDate;
  }
  return expiresAt === null ? null : lastDayBefore(expiresAt);
};
