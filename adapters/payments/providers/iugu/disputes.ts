import { z } from 'zod';
import type { Dispute, DisputeStatus } from '#/domain/ports/dispute.ts';
import { dayOf, type Timestamp } from '#/domain/values/time.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import type { Keys } from '#/adapters/payments/kit/keys.ts';
import type { StatusMap } from '#/adapters/payments/kit/status.ts';

/** Chargebacks of iugu v1 (dev.iugu.com, "Listar Contestação"). */

const chargeback = z.object({
  id: z.string().min(1),
  invoice_id: z.string().min(1),
  status: z.string(),
  expires_at: z.iso.date().nullish(),
});

const disputeOf = (
  {
    id,
    invoice_id: transactionId,
    status: iuguStatus,
    expires_at: deadline,
  }: z.output<typeof chargeback>,
  mapStatus: StatusMap<DisputeStatus>,
): Dispute => ({
  disputeId: id,
  transactionId,
  kind: 'CHARGEBACK',
  status: mapStatus(iuguStatus),
  ...(deadline && { deadline }),
});

export const iuguDisputes = (mapStatus: StatusMap<DisputeStatus>) =>
  ({
    /** Reads the first page: iugu documents no way to read another. */
    listDisputes: endpoint({
      method: 'GET',
      path: () => '/chargebacks',
      query: ({ since }: { readonly since: Timestamp }, context: ProviderContext<Keys>) => ({
        created_at_from: dayOf(since),
        created_at_to: dayOf(context.now()),
      }),
      reply: z.object({ items: z.array(chargeback) }),
      result: ({ items }) => items.map((each) => disputeOf(each, mapStatus)),
    }),
  }) satisfies ProviderOperations<Keys>;
