import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { Ports } from './reaction.ts';

/** Recorded when a PDF could not be put into our storage (acquirers.92). */
export const BOLETO_PDF_FAILURE = 'Error on upload pdf';

/** Copies a boleto's PDF to our public storage. A failure is not thrown: the boleto works without it. */
export const keepBoletoPdf = async (
  paymentId: string,
  { provider, merchantAccount, requested: { platformId } }: RequestedPayment,
  { paymentMethod, status, transactionId }: TransactionResult,
  { providers, files, secretName, now }: Ports,
): Promise<readonly PaymentCommand[]> => {
  if (paymentMethod !== 'BILLET' || status !== 'PENDING') return [];
  try {
    const use = { for: 'LOOK_UP', merchantAccount } as const;
    const { getBoletoPdf } = await providers(provider, platformId, use);
    const bytes = await getBoletoPdf?.({ transactionId });
    if (bytes === undefined) return [];
    // Named after the transaction too: another call may have made another boleto.
    const file = `billets/${secretName(`billet ${paymentId} ${transactionId}`)}.pdf`;
    await files.put(file, { contentType: 'application/pdf', bytes }, 'public');
    const billetUrl = files.publicUrl(file);
    const data = { provider, transactionId, file, billetUrl, now: now() };
    return [{ type: 'RecordBoletoPdf', ...data }];
  } catch {
    const data = { provider, transactionId, failure: BOLETO_PDF_FAILURE, now: now() };
    return [{ type: 'RecordBoletoPdfFailure', ...data }];
  }
};
