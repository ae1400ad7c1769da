import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { signInAsBoth } from '#/api/testing/one-user.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { activeDetails, type RecordCommand } from '#/domain/aggregates/record.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { declareOwnDocument } from './destinations.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('The people who approve a withdrawal', () => {
  let world: PayoutWorld;
  let destinationId: string;

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    const second = positiveCents.parse(200_00);
    await world.limitBy({
      approvalAbove: positiveCents.parse(100_00),
      secondApprovalAbove: second,
    });
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
  });
  afterEach(() => world.close());

  const withdraw = async (amount: number): Promise<string> => {
    const input = { amount, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    expect(answer.status, answer.text).to.equal(200);
    await world.settled();
    return String(Object(answer.body).withdrawalId);
  };

  const approve = (withdrawalId: string, as: NewPerson) =>
    world.call('admin.approveWithdrawal', { withdrawalId }, as);

  const approveBy = (withdrawalId: string, cookie: string) =>
    world.post('/api/admin.approveWithdrawal', { withdrawalId }, { headers: { cookie } });

  const change = async (
    { personId }: NewPerson,
    command: (details: StaffDetails) => RecordCommand<StaffDetails>,
  ): Promise<void> => {
    const { handler, machine } = world.services.core;
    const stream = streamOf('staff', personId);
    const { state } = await handler.load(staff, stream);
    if (state.status === 'ABSENT') throw new Error(`${personId} has no record`);
    await handler.handle(staff, stream, command(state.details), {
      commandId: machine.uuid(),
      platform: world.platformId,
      actor: 'system',
      correlation: personId,
    });
  };

  const findLine = async (withdrawalId: string): Promise<WaitingWithdrawal | undefined> => {
    const items = await world.list('admin.listWaitingWithdrawals', world.deputy);
    return (items as WaitingWithdrawal[]).find((each) => each.withdrawalId === withdrawalId);
  };

  it('cannot be its seller, who is staff with the same sign-in', async () => {
    const id = await withdraw(150_00);
    const cookie = await signInAsBoth(world, world.seller, world.admin);
    expect(codeOf(await approveBy(id, cookie))).to.equal('withdrawal/own');
    await world.settled();
    expect(world.paid).to.have.length(0);
    expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 0 });
  });

  it('cannot be one person with two records', async () => {
    const id = await withdraw(250_00);
    const secondRecord = await world.newAdmin(world.platformId);
    expect(Object((await approve(id, world.admin)).body)).to.include({ missing: 1 });
    const cookie = await signInAsBoth(world, world.admin, secondRecord);
    expect(codeOf(await approveBy(id, cookie))).to.equal('withdrawal/same-person');
    const path = `/api/admin.listWaitingWithdrawals?after=${await world.store.head()}`;
    const [waiting] = Object((await world.get(path, { headers: { cookie } })).body).items;
    expect(waiting).to.include({ withdrawalId: id, isApprovedByCaller: true });
    await world.settled();
    expect(world.paid).to.have.length(0);
    expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 0 });
  });

  it('cannot be one person with two records who approves twice at the same moment', async () => {
    const id = await withdraw(250_00);
    const secondRecord = await world.newAdmin(world.platformId);
    const first = await signInAsBoth(world, world.admin, world.admin);
    const second = await signInAsBoth(world, world.admin, secondRecord);
    const answers = await Promise.all([first, second].map((cookie) => approveBy(id, cookie)));
    expect(answers.map(codeOf)).to.have.members(['done', 'withdrawal/same-person']);
    await world.settled();
    expect(world.paid).to.have.length(0);
  });

  const losses: readonly (readonly [
    string,
    (details: StaffDetails) => RecordCommand<StaffDetails>,
  ])[] = [
    ['was blocked', () => ({ type: 'Archive', now: world.services.core.now() })],
    [
      'lost the flag',
      (details) => ({
        type: 'Revise',
        details: { ...details, role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] },
        now: world.services.core.now(),
      }),
    ],
  ];
  for (const [loss, loseRight] of losses) {
    it(`do not include someone who ${loss} meanwhile, so that the withdrawal still waits`, async () => {
      const id = await withdraw(250_00);
      const third = await world.newAdmin(world.platformId);
      expect(Object((await approve(id, world.admin)).body)).to.include({ missing: 1 });
      expect(await findLine(id)).to.deep.include({ approvedBy: [world.admin.email] });
      await change(world.admin, loseRight);
      expect(await findLine(id)).to.deep.include({ approvedBy: [] });
      expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 1 });
      await world.settled();
      expect(world.paid).to.have.length(0);
      expect(await findLine(id)).to.deep.include({ approvedBy: [world.deputy.email] });
      expect(Object((await approve(id, third)).body)).to.include({ missing: 0 });
      await world.settled();
      expect(world.paid).to.have.length(1);
      const [paid] = await world.list('admin.listPaidWithdrawals', world.deputy);
      expect(paid).to.deep.include({ approvedBy: [world.deputy.email, third.email] });
    });

    it(`do not include someone who ${loss} meanwhile and regained the right, until they approve again`, async () => {
      const id = await withdraw(250_00);
      expect(Object((await approve(id, world.admin)).body)).to.include({ missing: 1 });
      const { handler, now } = world.services.core;
      const { state } = await handler.load(staff, streamOf('staff', world.admin.personId));
      await change(world.admin, loseRight);
      // The first revision ends a block, the second one gives the flag back.
      await change(world.admin, (details) => ({ type: 'Revise', details, now: now() }));
      await change(world.admin, () => ({
        type: 'Revise',
        details: activeDetails(state),
        now: now(),
      }));
      expect(await findLine(id)).to.deep.include({ approvedBy: [], isApprovedByCaller: false });
      expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 1 });
      await world.settled();
      expect(world.paid).to.have.length(0);
      const cookie = await signInAsBoth(world, world.admin, world.admin);
      expect(Object((await approveBy(id, cookie)).body)).to.include({ missing: 0 });
      await world.settled();
      expect(world.paid).to.have.length(1);
    });
  }

  it('still include someone whose record changed, but who kept the right', async () => {
    const id = await withdraw(250_00);
    await approve(id, world.admin);
    const { now } = world.services.core;
    const permissions = ['isSalesAvailable'] as const;
    const revise = (details: StaffDetails): RecordCommand<StaffDetails> => ({
      type: 'Revise',
      details: { ...details, permissions: [...permissions] },
      now: now(),
    });
    await change(world.admin, revise);
    expect(await findLine(id)).to.deep.include({ approvedBy: [world.admin.email] });
    expect(Object((await approve(id, world.deputy)).body)).to.include({ missing: 0 });
  });
});
