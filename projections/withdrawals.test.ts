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

  beforeEach(async () => {
    world = await projectionWorld([withdrawals]);
  });
  afterEach(() => world.close());

  const carryOut = async (...commands: readonly WithdrawalCommand[]): Promise<void> => {
    const handler = createCommandHandler({ store: world.store });
    for (const command of commands) {
      const about = { commandId: randomUUID(), platform: 'demo', correlation: 'w-1' };
      await handler.handle(withdrawal, 'withdrawal-w-1', command, { ...about, actor: 'system' });
    }
    const head = await world.store.head();
    if (head !== undefined) await world.running.waitFor(head, ['withdrawals'], 20_000);
  };

  const request = { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal } as const;

  const begin = (...call: Parameters<typeof begun>) =>
    ({ type: 'BeginPayout', signed: sampleSigned, ...begun(...call) }) as const;

  const accounts = async () => {
    const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, { limit: 1 });
    const handler = createCommandHandler({ store: world.store });
    const { state } = await handler.load(withdrawal, 'withdrawal-w-1');
    if (state.status === 'NONE') return expect.fail('there is no withdrawal');
    return { row: items[0]?.merchantAccount, record: state.merchantAccount };
  };

  it('still states why a withdrawal failed after another payout of the same withdrawal was found', async () => {
    const asked = { attemptId: SECOND, providerWithdrawIds: ['po-2'] };
    await carryOut(
      request,
      begin(FIRST, null, 0),
      begin(SECOND, FIRST, 600),
      { type: 'RecordFailed', cause: 'rejected', now },
      { type: 'RecordSent', providerWithdrawId: 'po-2', asked, now },
    );
    const { items } = await listWithdrawals(world.pool, { platformId: 'demo' }, { limit: 1 });
    const row = { status: 'REJECTED', cause: 'rejected', providerWithdrawId: 'po-2' };
    expect(items[0]).to.include(row);
  });

  it('keeps the account at the acquirer when a later call names none', async () => {
    await carryOut(
      request,
      { ...begin(FIRST, null, 0), merchantAccount: 'acc-1' },
      begin(SECOND, FIRST, 600),
    );
    expect(await accounts()).to.deep.equal({ row: 'acc-1', record: 'acc-1' });
  });

  it('takes over the account in which the acquirer was asked about a payout that names none', async () => {
    const asked = { attemptId: FIRST, providerWithdrawIds: [], merchantAccount: 'acc-2' };
    await carryOut(
      request,
      begin(FIRST, null, 0),
      { type: 'RecordFailed', attemptId: FIRST, cause: 'rejected', now },
      { type: 'RecordSettled', endToEndId: null, asked, now },
    );
    expect(await accounts()).to.deep.equal({ row: 'acc-2', record: 'acc-2' });
  });
});
