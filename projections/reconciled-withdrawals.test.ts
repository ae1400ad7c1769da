import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';
import { listPaidWithdrawals, sumPaid, type ReconciliationState } from './withdrawals-queries.ts';
import { withdrawals } from './withdrawals.ts';

const SENT = cents(4_850);
const DAY = 86_400;

const settled = (day: number): WithdrawalCommand => ({
  type: 'RecordSettled',
  endToEndId: null,
  now: addSeconds(now, day * DAY),
});

const mark = (amount = SENT): WithdrawalCommand => ({
  type: 'ReconcilePayout',
  by: 'admin:ana',
  amount,
  reference: 'EXT-1',
  now: addSeconds(now, 10 * DAY),
});

const comeBack: WithdrawalCommand = {
  type: 'RecordCameBack',
  cause: 'closed',
  now: addSeconds(now, 20 * DAY),
};

/** Each withdrawal is paid a day after the one before it. */
const STORIES: Readonly<Record<string, readonly WithdrawalCommand[]>> = {
  waiting: [],
  paid: [settled(1)],
  marked: [settled(2), mark()],
  reverted: [
    settled(3),
    mark(),
    { type: 'RevertReconciliation', by: 'admin:bia', reason: 'Era outro', now },
  ],
  returned: [settled(4), mark(), comeBack],
  'returned-unmarked': [settled(5), comeBack],
  corrected: [
    settled(6),
    mark(),
    { type: 'LeaveUnresolved', cause: 'other-amount', saidAmount: cents(4_800), now },
    ...agreed('said SETTLED', 'HAPPENED'),
  ],
};

describe('Paid withdrawals that were found on the bank’s statement, or not', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([withdrawals]);
    const handler = createCommandHandler({ store: world.store });
    for (const [id, story] of Object.entries(STORIES))
      for (const command of [
        { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal } as const,
        ...story,
      ]) {
        const about = { commandId: randomUUID(), platform: 'demo', correlation: id };
        await handler.handle(withdrawal, `withdrawal-${id}`, command, {
          ...about,
          actor: 'system',
        });
      }
    const head = (await world.store.head()) ?? expect.fail('the log is empty');
    await world.running.waitFor(head, ['withdrawals'], 20_000);
  });
  after(() => world.close());

  const list = async (reconciliation?: ReconciliationState) => {
    const filters = { platformId: 'demo', reconciliation };
    return (await listPaidWithdrawals(world.pool, filters, { limit: 20 })).items;
  };

  const idsOf = async (reconciliation?: ReconciliationState): Promise<readonly string[]> =>
    (await list(reconciliation)).map(({ withdrawalId }) => withdrawalId);

  it('are listed by day of payment, the last first, without those that came back', async () => {
    expect(await idsOf()).to.deep.equal(['corrected', 'reverted', 'marked', 'paid']);
  });

  it('are marked, or not: a mark that was taken back or no longer holds does not count', async () => {
    expect(await idsOf('RECONCILED')).to.deep.equal(['marked']);
    expect(await idsOf('NOT_RECONCILED')).to.deep.equal(['corrected', 'reverted', 'paid']);
  });

  it('are listed by themselves with mark and day of payment if they came back after they were marked', async () => {
    expect(await idsOf('RETURNED')).to.deep.equal(['returned']);
    const [row] = await list('RETURNED');
    expect(row).to.include({ paidAt: addSeconds(now, 4 * DAY), concludedAt: comeBack.now });
    expect(row?.reconciliation).to.include({ by: 'admin:ana', amount: SENT, isOutdated: true });
  });

  it('add up to what was sent, also after the amount of one was corrected', async () => {
    const sums = async (reconciliation?: ReconciliationState) => {
      const { lines, net } = await sumPaid(world.pool, { platformId: 'demo', reconciliation });
      return [lines, net];
    };
    expect(await sums()).to.deep.equal([4, 3 * SENT + 4_800]);
    expect(await sums('RECONCILED')).to.deep.equal([1, SENT]);
    expect(await sums('NOT_RECONCILED')).to.deep.equal([3, 2 * SENT + 4_800]);
    expect(await sums('RETURNED')).to.deep.equal([1, SENT]);
  });
});
