import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { RegistrationRow } from '#/projections/receivers/receivers.ts';

export const showRegistration = (
  { acquirers }: Pick<Services, 'acquirers'>,
  row: RegistrationRow,
): OutputOf<'admin.getReceiver'>['registrations'][number] => {
  const { provider, registrationId, status, cause, text, providerReceiverId } = row;
  return {
    provider,
    label: acquirers.labelOf(provider),
    status: status === 'BEGUN' ? 'REQUESTED' : status,
    cause,
    text,
    registrationId,
    providerReceiverId,
    waits: row.waitsSince !== null,
    requestedAt: row.requestedAt,
    changedAt: row.changedAt,
  };
};
