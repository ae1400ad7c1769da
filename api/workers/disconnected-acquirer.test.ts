import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { sampleNow as now, sampleEncrypted } from '#/domain/testing/samples.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { context, policyWorld } from '#/ledger/testing/policy-world.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startReadBack, type OpenRequest } from './read-back.ts';

const withdrawalData = {
  platformId: 'demo',
  receiverId: 'seller-1',
  currency: 'BRL',
  amount: cents(5_000),
  fee: cents(150),
  provider: 'onz',
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
  heldIn: 1,
  at: now,
} as const;

const refundData = {
  platformId: 'demo',
  sellerId: 'seller-1',
  paymentId: 'p-1',
  provider: 'onz',
  transactionId: 'tx-1',
  currency: 'BRL' as const,
  amount: cents(500),
  heldIn: 1,
  at: now,
};

/** The acquirer has no look-ups; its account is not connected at first. */
const disconnectedWorld = () => {
  const asked: string[] = [];
  const provider: PaymentProvider = {
    id: 'onz',
    label: 'ONZ',
    paymentMethods: [],
    withdrawMethods: ['PIX'],
    withdraw: async ({ withdrawReference, amount }) => {
      asked.push(withdrawReference);
      return { withdrawId: withdrawReference, status: 'APPROVED', amount };
    },
    refund: async ({ refundId }) => {
      asked.push(refundId);
      return { refundId, status: true };
    },
  };
  const account = { isConnected: false };
  const world = policyWorld({
    ports: {
      providers: async (providerId) => {
        if (!account.isConnected) throw new Refused('provider/not-offered', { providerId });
        return provider;
      },
      open: async <Value>() => ({ pixKey: 'a@b.c', name: 'Ana', document: '1' }) as Value,
    },
  });
  return { ...world, account, asked };
};

type World = ReturnType<typeof disconnectedWorld>;

/** Lets the policies run over the whole log. */
const react = async ({ start, settled }: World): Promise<void> => {
  const runner = start();
  await settled(runner);
  await runner.stop();
};

const readBackUntil = async (
  { handler, ports }: World,
  request: OpenRequest,
  isSettled: () => Promise<boolean>,
): Promise<void> => {
  const worker = startReadBack({
    core: { handler, ports, machine: thisMachine, now: ports.now },
    due: [{ take: async () => [request], rememberUnanswered: () => undefined }],
    onFailure: (error) => expect.fail(String(error)),
  });
  await eventually(async () => ((await isSettled()) ? true : undefined), 'it is settled');
  await worker.stop();
};

describe('While an acquirer is disconnected', () => {
  it('its payouts wait, and are sent once when it is connected again, without a restart', async () => {
    const world = disconnectedWorld();
    const { handler, checkpoints, account, asked, failures } = world;
    const opening = { type: 'RequestWithdrawal', withdrawal: withdrawalData } as const;
    await handler.handle(withdrawal, 'withdrawal-w-1', opening, context());
    await react(world);
    expect([await checkpoints.listParked(), failures]).to.deep.equal([[], []]);
    const status = async () => (await handler.load(withdrawal, 'withdrawal-w-1')).state.status;
    expect(await status()).to.equal('UNANSWERED');
    account.isConnected = true;
    const request = { kind: 'withdrawal', id: 'w-1' } as const;
    await readBackUntil(world, request, async () => (await status()) === 'SETTLED');
    expect(asked).to.deep.equal(['w-1']);
  });

  it('its refunds wait, and are requested once when it is connected again', async () => {
    const world = disconnectedWorld();
    const { handler, checkpoints, account, asked, failures } = world;
    const opening = { type: 'RequestProviderRefund', refund: refundData } as const;
    await handler.handle(refund, 'refund-r-1', opening, context());
    await react(world);
    expect([await checkpoints.listParked(), failures]).to.deep.equal([[], []]);
    const status = async () => (await handler.load(refund, 'refund-r-1')).state.status;
    account.isConnected = true;
    const request = { kind: 'refund', id: 'r-1' } as const;
    await readBackUntil(world, request, async () => (await status()) === 'SETTLED');
    expect(asked).to.deep.equal(['r-1']);
  });
});
