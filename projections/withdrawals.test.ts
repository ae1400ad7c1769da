import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sampleNow as now, sampleSigned, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { begun, FIRST, SECOND } from '#/domain/testing/two-calls.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';
import { listWithdrawals } from './withdrawals-queries.ts';
import { withdrawals } from './withdrawals.ts';

describe('The list of withdrawals', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([withdrawals]);
  });
  after(() => world.close());

  it('still says why a withdrawal failed after another payout of it was found', async () => {
    const handler = createCommandHandler({ store: world.store });
    const asked = { attemptId: SECOND, providerWithdrawIds: ['po-2'] };
    const commands: readonly WithdrawalCommand[] = [
      { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal },
      { type: 'BeginPayout', signed: sampleSigned, ...begun(FIRST, null, 0) },
      { type: 'BeginPayout', signed: sampleSigned, ...begun(SECOND, FIRST, 600) },
      { type: 'RecordFailed', cause: 'rejected', now },
      { type: 'RecordSent', providerWithdrawId: 'po-2', asked, now },
    ];
    for (const command of commands) {
      const about = { commandId: randomUUID(), platform: 'demo', correlation: 'w-1' };
      await handler.handle(withdrawal, 'withdrawal-w-1', command, { ...about, actor: 'system' });
    }
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['withdrawals'], 20_000);
    const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, { limit: 1 });
    const row = { status: 'REJECTED', cause: 'rejected', providerWithdrawId: 'po-2' };
    expect(items[0]).to.include(row);
  });
});
