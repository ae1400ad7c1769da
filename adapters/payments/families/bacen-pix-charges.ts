import { z } from 'zod';
import { brCode } from '#/domain/brazil/br-code.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { endAfter } from '#/adapters/payments/kit/values/expiry.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import { summarizePix, receivedPix } from './bacen-pix-returns.ts';

/** Charges of the BCB's pix-api, as a bank answers about them (acquirers.81). */

export const cob = z.object({
  txid: z.string(),
  status: z.string(),
  valor: z.object({ original: z.string() }),
  // An unreadable optional field without money must not make an existing charge unreadable.
  pixCopiaECola: z.string().max(512).optional().catch(undefined),
  location: z.string().optional().catch(undefined),
  loc: z.object({ location: z.string() }).optional().catch(undefined),
  calendario: z
    .object({ criacao: z.string(), expiracao: z.coerce.number().positive() })
    .optional()
    .catch(undefined),
  // If the amount or a return of one PIX cannot be read, the whole reply is unreadable. Otherwise we would not know how much came in, or
  // how much went back.
  pix: z.array(receivedPix).nullish(),
});

type Cob = z.output<typeof cob>;

/**
 * Name and city of the receiver in a PIX code that has only the charge's location (a URL). The payer's bank reads the real ones at that
 * URL. The BCB's manual requires the two fields, but does not say what is in them.
 */
const UNNAMED = { merchantName: 'PIX', merchantCity: 'BRASIL' } as const;

/**
 * Returns the code that the buyer copies. If the bank sends only the charge's location (pix-api 2.9.0, `CobBase`), makes the code from the
 * location. Undefined if the bank sends neither, or the location does not fit into a code.
 */
const pixCodeOf = ({ pixCopiaECola, location, loc }: Cob): string | undefined => {
  const place = location ?? loc?.location;
  if (pixCopiaECola || place === undefined) return pixCopiaECola;
  try {
    return brCode({ location: place, ...UNNAMED, reusable: false });
  } catch (error) {
    // A location that does not fit into a code leaves the charge without one, but the charge exists.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Returns the ids of the transfers that paid the charge: a bank accepts a second PIX for the same charge. */
const transfersOf = (pix: Cob['pix']) => {
  const [endToEndId, ...further] = (pix ?? []).flatMap(({ endToEndId: id }) => (id ? [id] : []));
  return {
    ...(endToEndId !== undefined && { endToEndId }),
    ...(further.length > 0 && { furtherEndToEndIds: further }),
  };
};

export const transaction = <Account>(
  reply: Cob,
  context: ProviderContext<Account>,
): ChargeReply => {
  const { calendario, pix } = reply;
  const pixCode = pixCodeOf(reply);
  const status = context.status(reply.status);
  const moved = pix?.length ? summarizePix(pix) : undefined;
  // A charge stays ATIVA after its expiry, so the expiry is computed here.
  const expiresAt = calendario && endAfter(calendario.criacao, calendario.expiracao);
  return {
    paymentMethod: 'PIX',
    transactionId: reply.txid,
    status: status === 'APPROVED' && moved ? moved.status : status,
    amount: { asked: context.cents(reply.valor.original), paid: moved?.paid ?? null },
    ...(moved && { refundedAmount: moved.returned }),
    ...transfersOf(pix),
    ...(pixCode !== undefined && { pixCode }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};
