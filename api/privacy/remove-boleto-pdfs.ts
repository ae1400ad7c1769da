import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import { recordsOf } from '#/projections/subjects.ts';
import type { PrivacyServices } from './holds.ts';

/** Removes the person's boletos, because their PDFs name the payer. @throws FileStorageFailure */
export const removeBoletoPdfs = async (
  { core, database }: Pick<PrivacyServices, 'core' | 'database'>,
  subject: string,
): Promise<void> => {
  for (const { kind, recordId } of await recordsOf(database, subject)) {
    if (kind !== 'payment') continue;
    const { state } = await core.handler.load(payment, streamOf('payment', recordId));
    if (state.status === 'NONE') continue;
    for (const file of state.boletoFiles) await core.files.remove(file);
  }
};
