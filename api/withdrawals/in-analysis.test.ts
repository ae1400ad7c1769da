import { expect } from 'chai';
import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';
import { Client } from '#/api/live/testing/client.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import type { NewPerson } from '#/api/testing/people.ts';
import { positiveCents } from '#/domain/values/money.ts';
import { declareOwnDocument } from './destinations.ts';

describe('A withdrawal that a member of staff is looking into', () => {
  let world: PayoutWorld;
  let withdrawalId: string;

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    const destinationId = await declareOwnDocument(world.services.core, owner);
    const input = { amount: 150_00, destinationId };
    const answer = await world.call('seller.requestWithdrawal', input, world.seller);
    ({ withdrawalId } = Object(answer.body));
    await world.settled();
  });
  afterEach(() => world.close());

  const analyse = (as: NewPerson, insteadOf: string | null = null, key?: string) =>
    world.call('admin.beginWithdrawalAnalysis', { withdrawalId, insteadOf }, as, key);
  const leave = (as: NewPerson) => world.call('admin.endWithdrawalAnalysis', { withdrawalId }, as);

  const seenBy = async (as: NewPerson): Promise<WaitingWithdrawal['analysis']> => {
    const items = await world.list('admin.listWaitingWithdrawals', as);
    const [line] = items as WaitingWithdrawal[];
    return line?.analysis ?? null;
  };

  it('shows the others who and since when, until that person leaves it', async () => {
    expect(await seenBy(world.deputy)).to.equal(null);
    expect(codeOf(await analyse(world.admin))).to.equal('done');
    const seen = await seenBy(world.deputy);
    expect(seen).to.include({ by: world.admin.email, isOwn: false });
    expect(await seenBy(world.admin)).to.deep.equal({ ...seen, isOwn: true });
    expect(codeOf(await leave(world.deputy))).to.equal('done');
    expect(await seenBy(world.deputy)).to.deep.equal(seen);
    expect(codeOf(await leave(world.admin))).to.equal('done');
    expect(await seenBy(world.deputy)).to.equal(null);
  });

  it('can be taken by one of two people at the same moment, and the other is refused', async () => {
    const codes = (await Promise.all([analyse(world.admin), analyse(world.deputy)])).map(codeOf);
    expect(codes).to.have.members(['done', 'withdrawal/analysed-meanwhile']);
    const first = codes[0] === 'done' ? world.admin : world.deputy;
    expect(await seenBy(world.admin)).to.include({ by: first.email });
  });

  it('can be taken over by someone who saw who has it, and approved by anyone', async () => {
    const key = crypto.randomUUID();
    await analyse(world.admin, null, key);
    const seen = await seenBy(world.deputy);
    expect(codeOf(await analyse(world.deputy, seen?.since))).to.equal('done');
    // A late repetition of the first request does not undo the takeover.
    expect(codeOf(await analyse(world.admin, null, key))).to.equal('done');
    expect(await seenBy(world.admin)).to.include({ by: world.deputy.email, isOwn: false });
    const approved = await world.call('admin.approveWithdrawal', { withdrawalId }, world.admin);
    expect(Object(approved.body)).to.include({ missing: 0 });
    await world.settled();
    expect(world.paid).to.have.length(1);
    expect(codeOf(await analyse(world.deputy))).to.equal('withdrawal/not-waiting');
  });

  it('can be neither taken nor left by staff of another platform', async () => {
    const stranger = await world.newAdmin(await world.newPlatform());
    expect(codeOf(await analyse(stranger))).to.equal('resource/not-found');
    expect(codeOf(await leave(stranger))).to.equal('resource/not-found');
  });

  it('is shown as such on open pages at once, also to staff who have no other flag', async () => {
    const topic = `payouts:${world.platformId}`;
    const clerk = await world.newFunctionary(
      ['isWithdrawsRequestUsersAvailable'],
      world.platformId,
    );
    const client = new Client(world.url, { cookie: await world.cookieOf(clerk) });
    try {
      await client.opened();
      client.subscribe(topic);
      await client.receives(({ type }) => type === 'snapshot');
      await analyse(world.admin);
      const tick = await client.receives(({ type }) => type === 'delta');
      expect(tick).to.deep.include({ topic, data: { withdrawalId, waits: true } });
      await world.call('admin.approveWithdrawal', { withdrawalId }, world.admin);
      await client.receives((message) => message.type === 'delta' && !Object(message.data).waits);
    } finally {
      client.socket.terminate();
    }
  });
});
