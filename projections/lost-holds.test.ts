import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { refund } from '#/domain/refund/decider.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { payoutWithoutHold, refundWithoutHold } from '#/ledger/testing/lost-holds.ts';
import { listRefunds, refunds } from './refunds.ts';
import { sales } from './sales.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';
import { listWithdrawals } from './withdrawals-queries.ts';
import { withdrawals } from './withdrawals.ts';

const NAMES = ['refunds', 'sales', 'withdrawals'];
const PAGE = { limit: 10 };

describe('Read models of a log that has lost holds and requests', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([refunds, sales, withdrawals]);
  });
  after(() => world.close());

  const context = () => ({
    commandId: randomUUID(),
    platform: 'demo',
    actor: 'system',
    correlation: 'lost',
  });

  const caughtUp = async (): Promise<void> => {
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, NAMES, 20_000);
    expect(world.problems).to.deep.equal([]);
  };

  it('show a payout that goes on without its hold', async () => {
    const handler = createCommandHandler({ store: world.store });
    const commands: readonly WithdrawalCommand[] = [
      { type: 'RequestWithdrawal', withdrawal: payoutWithoutHold },
      { type: 'RecordSettled', endToEndId: 'E1', now },
    ];
    for (const command of commands) {
      await handler.handle(withdrawal, 'withdrawal-w-1', command, context());
    }
    await caughtUp();
    const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, PAGE);
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ withdrawalId: 'w-1', net: 4_850, status: 'APPROVED' });
  });

  it('show a refund that goes on without its request, and how it ended', async () => {
    const handler = createCommandHandler({ store: world.store });
    const commands: readonly RefundCommand[] = [
      { type: 'RequestProviderRefund', refund: refundWithoutHold },
      { type: 'RecordFailed', cause: 'refused', now },
    ];
    for (const command of commands) {
      await handler.handle(refund, 'refund-r-1', command, context());
    }
    await caughtUp();
    const { items } = await listRefunds(world.pool, { platformId: 'demo' }, PAGE);
    expect(items).to.have.length(1);
    expect(items[0]).to.include({ refundId: 'r-1', amount: 1_000, status: 'FAILED' });
  });
});
