import { z } from 'zod';
import { sum, type Cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { inReaisText } from '#/adapters/payments/kit/values/amount.ts';

/** The PIX that paid a charge, and their returns (pix-api 2.9.0, `Pix` and `Devolucao`). */

const amount = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => inReaisText.read(text));

const status = z.string();

/** Who returned the money: `MED_…` = the banks, after fraud or a failure; otherwise the receiver. */
const natureza = z.string().nullish().catch(undefined);

/** A list in the schema, one object in the BCB's own example. */
export const returnsOf = <Return extends z.ZodType>(each: Return) =>
  z
    .union([z.array(each), each.transform((only) => [only])])
    .nullish()
    .transform((list) => list ?? []);

export const receivedPix = z.object({
  endToEndId: z.string().optional().catch(undefined),
  valor: amount,
  devolucoes: returnsOf(z.object({ valor: amount, status, natureza })),
});

/** Without an amount, a notice is still a reason to ask the bank. */
export const noticedPix = z.object({
  valor: amount.optional().catch(undefined),
  devolucoes: returnsOf(
    z.object({
      id: z.string(),
      valor: amount.optional().catch(undefined),
      status: status.nullish(),
      natureza,
    }),
  ),
});

interface Returned {
  readonly valor: Cents;
  readonly natureza?: string | null | undefined;
}

/** A partly returned charge is still paid. */
const statusAfter = (paid: Cents, returns: readonly Returned[]): PaymentStatus => {
  if (returns.length === 0 || sum(returns.map(({ valor }) => valor)) < paid) return 'APPROVED';
  return returns.some((each) => each.natureza?.startsWith('MED_')) ? 'CHARGEBACK' : 'REFUNDED';
};

export const summarizePix = (pix: readonly z.output<typeof receivedPix>[]) => {
  const paid = sum(pix.map(({ valor }) => valor));
  const returns = pix
    .flatMap(({ devolucoes }) => devolucoes)
    .filter((each) => each.status === 'DEVOLVIDO');
  const returned = sum(returns.map(({ valor }) => valor));
  return { paid, returned, status: statusAfter(paid, returns) };
};

/** A return that has not failed counts as a refund, even of a part. A return of all the money, some of it by the banks, is a chargeback. */
export const readClaimedStatus = ({
  valor: paid,
  devolucoes,
}: z.output<typeof noticedPix>): PaymentStatus => {
  const notFailed = devolucoes.filter((each) => each.status !== 'NAO_REALIZADO');
  if (notFailed.length === 0) return 'APPROVED';
  const returns = notFailed.flatMap(({ valor, natureza: returnedBy }) =>
    valor === undefined ? [] : [{ valor, natureza: returnedBy }],
  );
  const claimed = paid === undefined ? 'APPROVED' : statusAfter(paid, returns);
  return claimed === 'APPROVED' ? 'REFUNDED' : claimed;
};
