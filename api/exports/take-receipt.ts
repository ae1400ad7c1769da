import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireOneself } from '#/api/auth/access.ts';
import type { Requester } from '#/api/auth/trail.ts';
import { showReceipt } from '#/api/withdrawals/receipt.ts';
import { receiptFileName, writeReceipt } from './receipt-pdf.ts';

/** Returns a receipt as a file. That it is taken is recorded first. @throws as `showReceipt` and `requireOneself` */
export const takeReceipt = async (
  call: Requester & { readonly services: Services },
  of: Parameters<typeof showReceipt>[1],
  { withdrawalId, language, after }: ParsedInputOf<'admin.takeReceipt'>,
): Promise<OutputOf<'admin.takeReceipt'>> => {
  const { services } = call;
  // A file is an export, which no one takes while signed in as another.
  requireOneself(call.caller);
  const receipt = await showReceipt(services, of, { withdrawalId, after });
  await services.trail.take(call, 'WITHDRAWAL_RECEIPT', withdrawalId);
  const pdf = await writeReceipt(receipt, language);
  return { fileName: receiptFileName(receipt, language), pdf: pdf.toString('base64') };
};
