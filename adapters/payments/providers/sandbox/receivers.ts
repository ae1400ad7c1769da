import { z } from 'zod';
import type { ReceiverRequest, ReceiverResult, ReceiverStatus } from '#/domain/ports/receiver.ts';
import type { ProviderOperations } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, idempotencyKey, lookup } from '#/adapters/payments/kit/endpoint.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

const receiverReply = z.object({ id: z.string(), status: z.string() });
const problem = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const receiverStatus = statusMap<ReceiverStatus>(
  { PENDING: ['in_review'], ACTIVE: ['active'], REJECTED: ['rejected'] },
  { otherwise: 'PENDING' },
);

const receiverResult = ({ id, status }: z.output<typeof receiverReply>): ReceiverResult => ({
  providerReceiverId: id,
  status: receiverStatus(status),
});

/** Users may see the message about an invalid document only. */
const explain = (reply: unknown): string => {
  const { data } = problem.safeParse(reply);
  return data?.error.code === 'invalid_document' ? data.error.message : '';
};

export const sandboxReceivers = {
  createReceiver: endpoint({
    method: 'POST',
    path: () => '/v1/receivers',
    explain,
    headers: ({ registrationId }: ReceiverRequest) => idempotencyKey(registrationId),
    body: ({ registrationId, name, document, email, bankAccount, files }) => ({
      reference: registrationId,
      name,
      document,
      email,
      bank: {
        code: bankAccount.bankCode,
        branch: bankAccount.branchNumber,
        account: `${bankAccount.accountNumber}-${bankAccount.accountDigit}`,
      },
      files: Object.keys(files),
    }),
    reply: receiverReply,
    result: receiverResult,
  }),
  findReceiver: lookup({
    path: () => '/v1/receivers',
    query: ({ registrationId }: { readonly registrationId: string }) => ({
      reference: registrationId,
    }),
    reply: z.object({ data: z.array(receiverReply) }),
    result: ({ data }) => data[0] && receiverResult(data[0]),
  }),
  getReceiver: lookup({
    path: ({ providerReceiverId }: { readonly providerReceiverId: string }) =>
      `/v1/receivers/${pathPart(providerReceiverId)}`,
    reply: receiverReply,
    result: receiverResult,
  }),
} satisfies ProviderOperations<unknown>;
