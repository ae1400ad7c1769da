import type { PaymentCommand } from '#/domain/payment/commands.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { Ports } from './reaction.ts';

/** Recorded when a PDF could not be put into our storage (acquirers.92). */
export const BOLETO_PDF_FAILURE = 'Error on upload pdf';

/**
 * Copies a boleto's PDF, which only the platform's account can read, to our public storage for the buyer. Its name cannot be
 * guessed, because the PDF contains a name and a document. Never throws: the charge is made, and the boleto's line and barcode
 * work without the PDF.
 */
export const keepBoletoPdf = async (
  paymentId: string,
  { provider, requested: { platformId } }: RequestedPayment,
  { paymentMethod, status, transactionId }: TransactionResult,
  { providers, files, secretName, now }: Ports,
): Promise<readonly PaymentCommand[]> => {
  if (paymentMethod !== 'BILLET' || status !== 'PENDING') return [];
  try {
    const { getBoletoPdf } = await providers(provider, platformId);
    const bytes = await getBoletoPdf?.({ transactionId });
    if (bytes === undefined) return [];
    const file = `billets/${secretName(`billet ${paymentId}`)}.pdf`;
    await files.put(file, { contentType: 'application/pdf', bytes }, 'public');
    const billetUrl = files.publicUrl(file);
    return [{ type: 'RecordBoletoPdf', provider, file, billetUrl, now: now() }];
  } catch {
    return [{ type: 'RecordBoletoPdfFailure', provider, failure: BOLETO_PDF_FAILURE, now: now() }];
  }
};
