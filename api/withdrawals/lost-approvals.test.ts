import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { openWithdrawalsAfter } from '#/projections/withdrawals-queries.ts';
import { refuseWithdrawal } from './review-withdrawals.ts';

describe('Withdrawal that waits for an approval which the log may have lost, with the payout', () => {
  let world: PayoutWorld;
  let withdrawalId: string;

  const { available, ownDocument, request } = payoutSteps(() => world);

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    withdrawalId = await request(await ownDocument());
  });
  afterEach(() => world.close());

  /** Staff refuse the withdrawal after another copy has replaced the log. */
  const refuse = async (isClockTrue = true): Promise<void> => {
    const { core } = world.services;
    const epoch = { number: 2, since: addSeconds(core.now(), -1), began: '' };
    const ports = { ...core.ports, epoch: async () => epoch, isClockTrue: () => isClockTrue };
    const { personId, email } = world.admin;
    const caller = {
      role: 'ADMIN',
      staffId: personId,
      staffRevision: 0,
      permissions: [],
      platformId: world.platformId,
      actor: `admin:${personId}`,
      email,
      name: 'Staff',
      expiresAt: Infinity,
      lacksSecondFactor: false,
    } as const;
    const input = { withdrawalId, reason: 'Fora do padrão' };
    const by = { commandId: randomUUID(), platform: world.platformId, actor: caller.actor };
    await refuseWithdrawal({ ...core, ports }, caller, input, by);
    await world.settled();
  };

  it('stays held when staff refuse it, and becomes an investigation', async () => {
    const before = await available();
    await refuse();
    const events = await world.store.readStream(streamOf('withdrawal', withdrawalId));
    expect(events.map(({ type }) => type)).to.deep.equal([
      'WithdrawalRequested',
      'WithdrawalRefused',
      'WithdrawalLeftUnresolved',
    ]);
    expect(await available()).to.equal(before);
    expect(await world.list('admin.listWaitingWithdrawals', world.admin)).to.deep.equal([]);
    const [own] = await world.list('seller.listWithdrawals', world.seller);
    expect(own).to.include({ status: 'PENDING', waitsForApproval: false, cause: 'may-be-lost' });
    const open = await world.list('admin.listInvestigations', world.admin);
    expect(open.map((each) => Object(each).id)).to.deep.equal([withdrawalId]);
    const input = { withdrawalId };
    const approved = await world.call('admin.approveWithdrawal', input, world.deputy);
    expect(problem.parse(approved.body).code).to.equal('withdrawal/not-waiting');
    const repeated = await refuse().catch((error: unknown) => error);
    expect(repeated).to.be.instanceOf(Refused).with.property('code', 'withdrawal/not-waiting');
    expect(world.paid).to.deep.equal([]);
  });

  it('cannot be refused while the clock is wrong', async () => {
    expect(await refuse(false).catch((error: unknown) => error)).to.be.instanceOf(Error);
    const events = await world.store.readStream(streamOf('withdrawal', withdrawalId));
    expect(events).to.have.length(1);
  });

  it('is among those that are read back regularly', async () => {
    expect(await world.list('admin.listWaitingWithdrawals', world.admin)).to.have.length(1);
    const beginning = { payableSince: '2000-01-01T00:00:00.000Z', withdrawalId: '' };
    const open = await openWithdrawalsAfter(world.services.database, beginning, { limit: 5 });
    expect(open.map((row) => row.withdrawalId)).to.deep.equal([withdrawalId]);
  });
});
