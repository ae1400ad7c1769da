import { expect } from 'chai';
import { cents, ZERO } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { refund } from '#/domain/refund/decider.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { payoutWithoutHold, refundWithoutHold } from '#/ledger/testing/lost-holds.ts';
import { context, policyWorld } from '#/ledger/testing/policy-world.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1' };
/** The seller's part of a sale of R$ 97,00. */
const NET = cents(9_115);

const { heldIn: _, ...payout } = payoutWithoutHold;
const hold = {
  type: 'HoldWithdrawal',
  withdrawal: { ...payout, withdrawalId: 'w-1', choice: null },
} as const;

/** A sale whose money is available to withdraw, in a log that has lost the holds. */
const lostWorld = async () => {
  const destination = { pixKey: 'ana@example.com', name: 'Ana', document: '52998224725' };
  const shop = policyWorld({ ports: { open: async <Value>() => destination as Value } });
  const { start, settled, approve, accounts, dispatch, handler, failures } = shop;
  await approve('p-1');
  const runner = start();
  await settled(runner);
  const through = '2026-12-31';
  const release = { type: 'ReleaseReceivables', ...owner, through, now } as const;
  await accounts.handle(owner, { command: release, context: context() }, now);
  const send = async (commands: readonly AddressedCommand[]): Promise<void> => {
    const outcomes = await dispatch(commands.map((command) => ({ command, context: context() })));
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(commands.map(() => 'done'));
  };
  return {
    payout: (...commands: readonly WithdrawalCommand[]) =>
      send(commands.map((command) => ({ to: 'withdrawal', id: 'w-1', command }))),
    refund: (...commands: readonly RefundCommand[]) =>
      send(commands.map((command) => ({ to: 'refund', id: 'r-1', command }))),
    withdrawAgain: () => accounts.handle(owner, { command: hold, context: context() }, now),
    booked: async () => {
      await settled(runner);
      expect(failures).to.deep.equal([]);
      const state = await accounts.load(owner, now);
      const sale = await handler.load(payment, streamOf('payment', 'p-1'));
      if (state.status !== 'OPEN' || sale.state.status === 'NONE') return expect.fail('no account');
      const { available, held } = state;
      return { available, held, reversedAmount: sale.state.reversedAmount };
    },
    stop: () => runner.stop(),
  };
};

describe('A log that has lost what was held', () => {
  let world: Awaited<ReturnType<typeof lostWorld>>;

  beforeEach(async () => {
    world = await lostWorld();
  });
  afterEach(() => world.stop());

  const paid: WithdrawalCommand = { type: 'RecordSettled', endToEndId: 'E1', now };

  it('books a payout that the acquirer made: the seller has that much less', async () => {
    await world.payout({ type: 'RequestWithdrawal', withdrawal: payoutWithoutHold }, paid);
    const booked = { available: NET - 5_000, held: 0, reversedAmount: 0 };
    expect(await world.booked()).to.deep.equal(booked);
    await world.withdrawAgain();
    expect(await world.booked(), 'it was paid once').to.deep.equal(booked);
  });

  it('also books a payout when two people say that it was made', async () => {
    const proposalId = '5d9a8f5e-0b55-4f1e-8a83-3a0f6b0f3c11';
    await world.payout(
      { type: 'RequestWithdrawal', withdrawal: payoutWithoutHold },
      { type: 'LeaveUnresolved', cause: 'unanswered', now },
      {
        type: 'ProposeResolution',
        proposalId,
        matter: 'payout',
        resolution: 'HAPPENED',
        amount: null,
        evidence: 'Extrato do adquirente',
        reference: null,
        by: 'admin:ana',
        staffRevision: 0,
        now,
      },
      { type: 'ConfirmResolution', proposalId, by: 'admin:bia', now },
    );
    expect(await world.booked()).to.include({ available: NET - 5_000, held: 0 });
  });

  it('returns nothing of a payout that was not made, since nothing is held', async () => {
    await world.payout(
      { type: 'RequestWithdrawal', withdrawal: payoutWithoutHold },
      { type: 'RecordFailed', cause: 'rejected', now },
    );
    expect(await world.booked()).to.include({ available: NET, held: 0 });
  });

  it('books a refund that the acquirer made, though the sale knows of no request', async () => {
    await world.refund(
      { type: 'RequestProviderRefund', refund: refundWithoutHold },
      { type: 'RecordSettled', providerRefundId: 're-1', now },
    );
    const { available, held, reversedAmount } = await world.booked();
    expect([held, reversedAmount]).to.deep.equal([0, 1_000]);
    expect(available).to.be.below(NET);
  });

  it('has nothing to undo for a refund that was not made', async () => {
    await world.refund(
      { type: 'RequestProviderRefund', refund: refundWithoutHold },
      { type: 'RecordFailed', cause: 'refused', now },
    );
    expect(await world.booked()).to.deep.equal({ available: NET, held: 0, reversedAmount: ZERO });
  });
});

describe('A refund whose hold the log has lost', () => {
  /** A paid sale; `lose` begins the epoch after a log has lost its end, with `since` as the time of the loss. */
  const soldBefore = async () => {
    let epoch = FIRST_EPOCH;
    let refundCalls = 0;
    const refunds = async () => {
      refundCalls += 1;
      return true;
    };
    const shop = policyWorld({ refunds, ports: { epoch: async () => epoch } });
    const runPolicies = async (): Promise<void> => {
      const running = shop.start();
      await shop.settled(running);
      await running.stop();
    };
    await shop.approve('p-1');
    await runPolicies();
    const lose = async (since: Timestamp): Promise<void> => {
      epoch = { number: 2, since, began: (await shop.store.head()) ?? '' };
    };
    return { ...shop, runPolicies, lose, refundCalls: () => refundCalls };
  };

  it('is held again even if its money is spent, because it may have been made, and it is not sent again at once', async () => {
    const shop = await soldBefore();
    const { send, accounts, handler, runPolicies } = shop;
    const release = { type: 'ReleaseReceivables', ...owner, through: '2026-12-31', now } as const;
    await accounts.handle(owner, { command: release, context: context() }, now);
    const amount = cents(9_700);
    await send('p-1', { type: 'RequestRefund', refundId: 'r-1', amount, note: 'desistiu', now });
    await shop.lose(now);
    const wholeBalance = { ...hold, withdrawal: { ...hold.withdrawal, amount: NET } };
    await accounts.handle(owner, { command: wholeBalance, context: context() }, now);
    await runPolicies();
    const state = await accounts.load(owner, now);
    const held = state.status === 'OPEN' && [...state.refunds.keys()];
    expect([held, shop.failures]).to.deep.equal([['r-1'], []]);
    const { state: opened } = await handler.load(refund, streamOf('refund', 'r-1'));
    expect([opened.status, shop.refundCalls()], 'the acquirer is asked first').to.deep.equal([
      'PENDING',
      0,
    ]);
  });

  it('is looked for when its request may repeat a lost one, however late after the loss it comes', async () => {
    const { send, handler, failures, runPolicies, lose, refundCalls } = await soldBefore();
    await lose(addSeconds(now, -7_200));
    const request = { amount: cents(4_000), note: 'desistiu', now } as const;
    await send('p-1', { type: 'RequestRefund', refundId: 'r-1', ...request, mayRepeat: true });
    await runPolicies();
    const { state } = await handler.load(refund, streamOf('refund', 'r-1'));
    expect([state.status, refundCalls(), failures]).to.deep.equal(['PENDING', 0, []]);
    await send('p-1', { type: 'RequestRefund', refundId: 'r-2', ...request });
    await runPolicies();
    expect([refundCalls(), failures], 'the other one is new').to.deep.equal([1, []]);
  });

  it('is not held beyond the balance only because its client states an old key', async () => {
    const shop = await soldBefore();
    const { send, accounts, handler, runPolicies } = shop;
    const release = { type: 'ReleaseReceivables', ...owner, through: '2026-12-31', now } as const;
    await accounts.handle(owner, { command: release, context: context() }, now);
    await shop.lose(addSeconds(now, -7_200));
    const wholeBalance = { ...hold, withdrawal: { ...hold.withdrawal, amount: NET } };
    await accounts.handle(owner, { command: wholeBalance, context: context() }, now);
    const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now } as const;
    await send('p-1', { type: 'RequestRefund', ...request, mayRepeat: true });
    await runPolicies();
    const { state } = await handler.load(refund, streamOf('refund', 'r-1'));
    expect([state.status, shop.refundCalls(), shop.failures]).to.deep.equal(['NONE', 0, []]);
  });

  it('is looked for however late policies come to its request', async () => {
    const { send, handler, failures, runPolicies, lose, refundCalls } = await soldBefore();
    const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu' } as const;
    await send('p-1', { type: 'RequestRefund', ...request, now: addSeconds(now, -7_200) });
    await lose(addSeconds(now, -3_600));
    await runPolicies();
    const { state } = await handler.load(refund, streamOf('refund', 'r-1'));
    expect([state.status, refundCalls(), failures]).to.deep.equal(['PENDING', 0, []]);
  });
});
