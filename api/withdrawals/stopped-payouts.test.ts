import { expect } from 'chai';
import { codeOf, payoutSteps } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { platform } from '#/domain/platform/platform.ts';
import { staff } from '#/domain/staff/staff.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';

describe('Withdrawal that could not be sent yet when something changes', () => {
  let world: PayoutWorld;
  let destinationId: string;

  const { available, change, ownDocument, request, review, setPassword } = payoutSteps(() => world);

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    destinationId = await ownDocument();
  });
  afterEach(() => world.close());

  /** Requests a withdrawal while the acquirer cannot be reached. */
  const requestUnsent = async (): Promise<string> => {
    world.acquirer.isAway = true;
    const withdrawalId = await request(destinationId);
    world.acquirer.isAway = false;
    return withdrawalId;
  };

  const isPaid = (withdrawalId: string): boolean =>
    world.paid.some(({ withdrawReference }) => withdrawReference === withdrawalId);

  const findOwn = async (withdrawalId: string): Promise<unknown> =>
    (await world.list('seller.listWithdrawals', world.seller)).find(
      (each) => Object(each).withdrawalId === withdrawalId,
    );

  it('is sent when the acquirer is back, if nothing changed', async () => {
    const withdrawalId = await requestUnsent();
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(true);
  });

  it('is not sent to a key from which another payout came back, and its refusal frees the money', async () => {
    const first = await request(destinationId);
    const before = await available();
    const second = await requestUnsent();
    world.acquirer.returned.add(first);
    await world.readBack(first);
    await world.readBack(second);
    expect(isPaid(second)).to.equal(false);
    expect(await findOwn(second)).to.include({ status: 'PENDING', waitsForApproval: true });
    const [line] = await world.list('admin.listWaitingWithdrawals', world.admin);
    expect(line).to.deep.include({ withdrawalId: second, people: 1, reasons: ['STOPPED'] });
    expect(await review('approve', second)).to.equal('destination/not-approved');
    expect(await review('refuse', second)).to.equal('done');
    expect(await findOwn(second)).to.include({ status: 'REJECTED', text: 'Fora do padrão' });
    expect(await available()).to.equal(before + 150_00);
    await world.readBack(second);
    expect(isPaid(second)).to.equal(false);
  });

  it('is not sent once one of its two approvers was blocked, and waits until two approve it again', async () => {
    await world.limitBy({ secondApprovalAbove: positiveCents.parse(100_00) });
    const withdrawalId = await request(destinationId);
    world.acquirer.isAway = true;
    for (const as of [world.admin, world.deputy])
      expect(codeOf(await world.call('admin.approveWithdrawal', { withdrawalId }, as))).to.equal(
        'done',
      );
    await world.settled();
    world.acquirer.isAway = false;
    const { handler, machine, now } = world.services.core;
    const { personId } = world.deputy;
    const block = { type: 'Archive', now: now() } as const;
    await handler.handle(staff, streamOf('staff', personId), block, {
      commandId: machine.uuid(),
      platform: world.platformId,
      actor: 'system',
      correlation: personId,
    });
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(false);
    const [line] = await world.list('admin.listWaitingWithdrawals', world.admin);
    expect(line).to.deep.include({ withdrawalId, people: 2, approvedBy: [] });
  });

  it('is not sent while its seller is blocked, and after the unblocking only if staff approve it', async () => {
    const withdrawalId = await requestUnsent();
    await change('block');
    await world.readBack(withdrawalId);
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/seller-blocked');
    await change('restore');
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(false);
    expect(await review('approve', withdrawalId)).to.equal('done');
    await world.readBack(withdrawalId);
    expect(world.paid.map(({ withdrawReference }) => withdrawReference)).to.deep.equal([
      withdrawalId,
    ]);
    const stream = streamOf('withdrawal', withdrawalId);
    const { state } = await world.services.core.handler.load(withdrawal, stream);
    // The payout was signed before its first call, which arrived nowhere, and is signed again.
    const approver = `admin:${world.admin.personId}`;
    expect(state).to.have.nested.property('signed.approvers').that.deep.equals([approver]);
    expect(await world.list('admin.listWaitingWithdrawals', world.admin)).to.deep.equal([]);
  });

  it('is not sent if its seller is blocked after its call was recorded, and after the unblocking only if staff approve it', async () => {
    const { ports } = world.services.core;
    const { begin } = ports;
    Object.assign(ports, {
      begin: async (...call: Parameters<typeof begin>) => {
        const isOurs = await begin(...call);
        await change('block');
        return isOurs;
      },
    });
    const withdrawalId = await request(destinationId);
    await world.settled();
    Object.assign(ports, { begin });
    await change('restore');
    await world.readBack(withdrawalId);
    const [line] = await world.list('admin.listWaitingWithdrawals', world.admin);
    expect(line).to.deep.include({ withdrawalId, people: 1, reasons: ['STOPPED'] });
    expect(isPaid(withdrawalId)).to.equal(false);
    expect(await review('approve', withdrawalId)).to.equal('done');
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(true);
  });

  it('is not sent while the password of its seller is new', async () => {
    const withdrawalId = await requestUnsent();
    await setPassword();
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(false);
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/resting');
  });

  it('is not sent while its platform is blocked', async () => {
    const withdrawalId = await requestUnsent();
    const { core } = world.services;
    const context = { commandId: 'archive', platform: world.platformId, actor: 'system' } as const;
    await core.handler.handle(
      platform,
      streamOf('platform', world.platformId),
      { type: 'Archive', now: core.now() },
      { ...context, correlation: world.platformId },
    );
    await world.readBack(withdrawalId);
    expect(isPaid(withdrawalId)).to.equal(false);
  });
});
