import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import {
  sampleAnswer,
  sampleNow as now,
  samplePayment,
  sampleMeans,
} from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackRefund } from '#/domain/workflows/read-back-refund.ts';
import { policyWorld } from './testing/policy-world.ts';

const place = { provider: 'sandbox', paymentId: 'p-1', now } as const;

const soldAtFirst = async (connected: string) => {
  const asked: string[] = [];
  const shop = { name: connected };
  const providers = async (): Promise<PaymentProvider> => ({
    ...(await portsTo({}).providers('sandbox', 'demo')),
    merchantAccount: shop.name,
    credential: 1,
    refund: async ({ refundId, transactionId }) => {
      asked.push(`${transactionId} at ${shop.name}`);
      return { refundId, status: true };
    },
    getRefund: async () => undefined,
  });
  const world = policyWorld({ ports: { providers } });
  const attempt = { attemptId: randomUUID(), after: null, epoch: 1, now };
  const answer = sampleAnswer({ transactionId: 'tx-p-1' });
  await world.send(
    'p-1',
    { type: 'RequestPayment', payment: samplePayment() },
    { type: 'BeginCharge', ...attempt, ...place, merchantAccount: 'shop-1', credential: 1 },
    {
      type: 'RecordSubmission',
      ...place,
      answer,
      ...sampleMeans,
    },
    {
      type: 'RecordProviderStatus',
      ...place,
      answer,
      status: 'APPROVED',
      noticeId: 'n-1',
      cause: null,
      endToEndId: null,
    },
    { type: 'RequestRefund', refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now },
  );
  const runner = world.start();
  await world.settled(runner);
  await runner.stop();
  return { world, asked, shop, ports: { ...world.ports, now: () => addSeconds(now, 600) } };
};

describe('A refund of a sale', () => {
  it('is asked for at the account that has the sale', async () => {
    expect((await soldAtFirst('shop-1')).asked).to.deep.equal(['tx-p-1 at shop-1']);
  });

  it('waits while another account is connected, where the same transaction id may be that of another sale', async () => {
    const { world, asked, shop, ports } = await soldAtFirst('shop-2');
    expect(asked).to.deep.equal([]);
    const readBack = async () => {
      const { state } = await world.handler.load(refund, streamOf('refund', 'r-1'));
      if (state.status === 'NONE') throw new Error('no refund was opened');
      expect(state.status).to.not.equal('FAILED');
      return readBackRefund('r-1', state, ports);
    };
    await readBack();
    expect(asked).to.deep.equal([]);
    shop.name = 'shop-1';
    expect((await readBack()).map(({ type }) => type)).to.deep.equal(['RecordSettled']);
    expect(asked).to.deep.equal(['tx-p-1 at shop-1']);
  });
});
