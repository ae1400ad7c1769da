import { z } from 'zod';
import { brCode } from '#/domain/brazil/br-code.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { endAfter } from '#/adapters/payments/kit/values/expiry.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';
import { summarizePix, receivedPix } from './bacen-pix-returns.ts';

/** Charges of the BCB's pix-api (acquirers.81). */

export const cob = z.object({
  txid: z.string(),
  status: z.string(),
  valor: z.object({ original: z.string() }),
  // An unreadable optional field must not make the whole charge unreadable.
  pixCopiaECola: z.string().max(512).optional().catch(undefined),
  location: z.string().optional().catch(undefined),
  loc: z.object({ location: z.string() }).optional().catch(undefined),
  calendario: z
    .object({ criacao: z.string(), expiracao: z.coerce.number().positive() })
    .optional()
    .catch(undefined),
  // One unreadable amount makes the whole reply unreadable: the sums would be unknown.
  pix: z.array(receivedPix).nullish(),
});

type Cob = z.output<typeof cob>;

/** The BCB's manual requires these fields; the payer's bank reads the real name and city at the location. */
const UNNAMED = { merchantName: 'PIX', merchantCity: 'BRASIL' } as const;

/** Some banks send only the charge's location (pix-api 2.9.0, `CobBase`), from which we build the code. */
const pixCodeOf = ({ pixCopiaECola, location, loc }: Cob): string | undefined => {
  const chargeUrl = location ?? loc?.location;
  if (pixCopiaECola || chargeUrl === undefined) return pixCopiaECola;
  try {
    return brCode({ location: chargeUrl, ...UNNAMED, reusable: false });
  } catch (error) {
    // The location does not fit into a code. The charge exists all the same.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** A bank may accept a second PIX for the same charge. */
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
  const summary = pix?.length ? summarizePix(pix) : undefined;
  // A charge stays ATIVA after its expiry, so the expiry is computed.
  const expiresAt = calendario && endAfter(calendario.criacao, calendario.expiracao);
  return {
    paymentMethod: 'PIX',
    transactionId: reply.txid,
    status: status === 'APPROVED' && summary ? summary.status : status,
    amount: { asked: context.cents(reply.valor.original), paid: summary?.paid ?? null },
    ...(summary && { refundedAmount: summary.returned }),
    ...transfersOf(pix),
    ...(pixCode !== undefined && { pixCode }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};
