import { expect } from 'chai';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { cents } from '#/domain/values/money.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { context, policyWorld } from '#/ledger/testing/policy-world.ts';

const IDS = ['w-1', 'w-2', 'w-3'] as const;

type Withdraw = NonNullable<PaymentProvider['withdraw']>;

const paying: Withdraw = async ({ withdrawReference, amount }) => ({
  withdrawId: `po-${withdrawReference}`,
  status: 'APPROVED',
  amount,
});

/** Sellers' withdrawals, and the payouts that are requested of the acquirer. */
const payoutWorld = (withdraw: Withdraw = paying, store = createMemoryStore()) => {
  const payoutsRequested: string[] = [];
  const provider: PaymentProvider = {
    id: 'sandbox',
    label: 'Sandbox',
    paymentMethods: [],
    withdrawMethods: ['PIX'],
    withdraw: (request) => {
      payoutsRequested.push(request.withdrawReference);
      return withdraw(request);
    },
  };
  const destination = { pixKey: 'ana@example.com', name: 'Ana', document: '52998224725' };
  const world = policyWorld({
    store,
    ports: { providers: async () => provider, open: async <Value>() => destination as Value },
  });
  const { handler } = world;
  return {
    ...world,
    payoutsRequested,
    request: async (id: string): Promise<void> => {
      const requested = { ...sampleWithdrawal, amount: cents(5_000), heldIn: 1 };
      const command = { type: 'RequestWithdrawal', withdrawal: requested } as const;
      await handler.handle(withdrawal, streamOf('withdrawal', id), command, context());
    },
    statusOf: async (id: string) =>
      (await handler.load(withdrawal, streamOf('withdrawal', id))).state.status,
  };
};

/** A log that is unavailable three times when the outcome of this payout is appended. */
const storeRefusingOutcomeOf = (id: string) => {
  const memory = createMemoryStore([], { now: () => now });
  let failures = 3;
  return storeWith(memory, {
    append: async (stream, events, options) => {
      const isOutcome = events.some(({ type }) => type === 'WithdrawalSettled');
      if (isOutcome && stream === streamOf('withdrawal', id) && failures > 0) {
        failures -= 1;
        throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
      }
      return memory.append(stream, events, options);
    },
  });
};

describe('Payouts of several sellers', () => {
  it('are each sent once although the log is unavailable while the outcome of one is recorded', async () => {
    const { start, settled, request, statusOf, payoutsRequested } = payoutWorld(
      paying,
      storeRefusingOutcomeOf('w-2'),
    );
    for (const id of IDS) await request(id);
    const runner = start();
    await settled(runner);
    await runner.stop();
    expect(payoutsRequested.toSorted()).to.deep.equal(IDS);
    expect(await Promise.all(IDS.map(statusOf))).to.deep.equal(IDS.map(() => 'SETTLED'));
  });

  it('are not sent again by a process that starts without the position of the one before', async () => {
    const { start, settled, request, payoutsRequested } = payoutWorld();
    for (const id of IDS) await request(id);
    for (let starts = 0; starts < 3; starts += 1) {
      const runner = start(createMemoryCheckpoints(''));
      await settled(runner);
      await runner.stop();
    }
    expect(payoutsRequested.toSorted()).to.deep.equal(IDS);
  });

  it('are not sent again after a deploy that stopped the process while the acquirer was answering', async () => {
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { start, settled, request, statusOf, payoutsRequested, checkpoints } = payoutWorld(
      async (payout) => {
        begun.resolve();
        await answered.promise;
        return paying(payout);
      },
    );
    for (const id of IDS) await request(id);
    const stoppedRunner = start(checkpoints);
    await begun.promise;
    const stopped = stoppedRunner.stop();
    answered.resolve();
    await stopped;
    const nextRunner = start(checkpoints);
    await settled(nextRunner);
    await nextRunner.stop();
    expect(payoutsRequested.toSorted()).to.deep.equal(IDS);
    expect(await Promise.all(IDS.map(statusOf))).to.deep.equal(IDS.map(() => 'SETTLED'));
  });

  it('are not sent again once the acquirer has declined them, although it would pay by now', async () => {
    const replies: Withdraw[] = [
      async () => {
        throw new ProviderFailure('refused', 'no balance', { mayHaveHappened: false });
      },
    ];
    const { start, settled, request, statusOf, payoutsRequested } = payoutWorld((payout) =>
      (replies.pop() ?? paying)(payout),
    );
    await request('w-1');
    for (let starts = 0; starts < 2; starts += 1) {
      const runner = start(createMemoryCheckpoints(''));
      await settled(runner);
      await runner.stop();
    }
    expect(payoutsRequested).to.deep.equal(['w-1']);
    expect(await statusOf('w-1')).to.equal('FAILED');
  });
});
