import { expect } from 'chai';
import { z } from 'zod';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { bankWithdrawal, pixWithdrawal, refundOf } from '#/adapters/payments/evidence/samples.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { bearer } from './network/auth.ts';
import { defineProvider } from './define-provider.ts';
import { endpoint, idempotencyKey } from './endpoint.ts';
import { refuse } from './failure.ts';
import { statusMap } from './status.ts';
import { inCents } from './values/amount.ts';

/** A provider that refunds once per refund id. @param reason the text that this release of its code sends */
const release = (reason: string) =>
  defineProvider({
    id: 'probe',
    label: 'Probe',
    evidence: 'spec',
    account: z.object({ url: z.string() }),
    channels: ({ url }) => ({ main: { baseUrl: url, auth: bearer('secret-for-tests') } }),
    amount: inCents,
    status: statusMap<PaymentStatus>({ APPROVED: ['paid'] }, { otherwise: 'PENDING' }),
    repeatable: { refund: { hours: 24 }, withdraw: { hours: 24 } },
    operations: {
      refund: endpoint({
        method: 'POST',
        path: ({ transactionId }) => `/charges/${transactionId}/refund`,
        headers: ({ refundId }) => idempotencyKey(refundId),
        body: ({ amount }, context) => ({ amount: context.amount(amount), reason }),
        reply: z.object({ id: z.string() }),
        result: ({ id }) => ({ refundId: id, status: true }),
      }),
      withdraw: { PIX: async () => refuse('Banco não suportado, tente outro.') },
    },
  });

describe('The encoded request of an operation that may be repeated', () => {
  let server: CaseServer;
  const open = (reason: string) => openHere(release(reason), { url: server.url });

  before(async () => {
    server = await startCaseServer();
  });
  beforeEach(() => {
    server.seen.length = 0;
    server.answerWith((_seen, response) => sendJson(response, 200, { id: 'r-1' }));
  });
  after(() => server.close());

  it('has every byte that the call will send, and sends nothing', async () => {
    const { encode, refund } = open('asked');
    const { attempt: _, ...unrecorded } = refundOf('tx-1');
    const encoded = await encode?.refund?.(unrecorded);
    expect(server.seen).to.deep.equal([]);
    await refund?.(refundOf('tx-1'));
    const [sent] = server.seen;
    expect(encoded).to.include(JSON.stringify(sent?.body)).and.to.include('/charges/tx-1/refund');
  });

  it('changes when a release of the adapter sends other bytes, and otherwise is the same each time', async () => {
    const [first, second, nextRelease] = await Promise.all(
      ['asked', 'asked', 'by request'].map(async (reason) =>
        open(reason).encode?.refund?.(refundOf('tx-1')),
      ),
    );
    expect(second).to.equal(first);
    expect(nextRelease).to.not.equal(first);
  });

  it('is undefined where the adapter refuses or does not offer the request, and operations that are not repeatable have none', async () => {
    const { encode } = open('asked');
    expect(await encode?.withdraw?.(pixWithdrawal)).to.equal(undefined);
    expect(await encode?.withdraw?.(bankWithdrawal)).to.equal(undefined);
    expect(encode?.createTransaction).to.equal(undefined);
  });
});
