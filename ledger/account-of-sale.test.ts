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

const charge = { provider: 'sandbox', paymentId: 'p-1', now } as const;

/** A sale charged at the merchant account `shop-1`, whose refund is requested while we use the merchant account `connected`. */
const refundWhileConnected = async (connected: string) => {
  const refundCalls: string[] = [];
  const connectedAccount = { name: connected };
  const providers = async (): Promise<PaymentProvider> => ({
    ...(await portsTo({}).providers('sandbox', 'demo')),
    merchantAccount: connectedAccount.name,
    credential: 1,
    refund: async ({ refundId, transactionId }) => {
      refundCalls.push(`${transactionId} at ${connectedAccount.name}`);
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
    { type: 'BeginCharge', ...attempt, ...charge, merchantAccount: 'shop-1', credential: 1 },
    {
      type: 'RecordSubmission',
      ...charge,
      answer,
      ...sampleMeans,
    },
    {
      type: 'RecordProviderStatus',
      ...charge,
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
  return {
    world,
    refundCalls,
    connectedAccount,
    ports: { ...world.ports, now: () => addSeconds(now, 600) },
  };
};

describe('A refund of a sale', () => {
  it('is requested at the merchant account that charged the sale', async () => {
    expect((await refundWhileConnected('shop-1')).refundCalls).to.deep.equal(['tx-p-1 at shop-1']);
  });

  it('waits while another merchant account is connected, where the same transaction id may be that of another sale', async () => {
    const { world, refundCalls, connectedAccount, ports } = await refundWhileConnected('shop-2');
    expect(refundCalls).to.deep.equal([]);
    const readBack = async () => {
      const { state } = await world.handler.load(refund, streamOf('refund', 'r-1'));
      if (state.status === 'NONE') throw new Error('no refund was opened');
      expect(state.status).to.not.equal('FAILED');
      return readBackRefund('r-1', state, ports);
    };
    await readBack();
    expect(refundCalls).to.deep.equal([]);
    connectedAccount.name = 'shop-1';
    expect((await readBack()).map(({ type }) => type)).to.deep.equal(['RecordSettled']);
    expect(refundCalls).to.deep.equal(['tx-p-1 at shop-1']);
  });
});
