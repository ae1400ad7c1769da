import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import type { Answer } from '#/api/testing/api-world.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';
import { PASSWORD } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/ids.ts';
import { positiveCents } from '#/domain/money.ts';
import { declareOwnDocument } from './destinations.ts';

const codeOf = ({ status, body }: Answer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('Withdrawal that waits for approval while something changes', () => {
  let world: PayoutWorld;
  let destinationId: string;

  beforeEach(async () => {
    world = await payoutWorld(10_000_00);
    await world.limitBy({ approvalAbove: positiveCents.parse(100_00) });
    const { platformId, seller } = world;
    const owner = { platformId, sellerId: seller.personId };
    destinationId = await declareOwnDocument(world.services.core, owner);
  });
  afterEach(() => world.close());

  const waiting = async (): Promise<string> => {
    const input = { amount: 150_00, destinationId };
    const { status, text, body } = await world.call(
      'seller.requestWithdrawal',
      input,
      world.seller,
    );
    expect(status, text).to.equal(200);
    await world.settled();
    return String(Object(body).withdrawalId);
  };

  const review = async (name: 'approve' | 'refuse', withdrawalId: string): Promise<string> => {
    const reason = name === 'refuse' && { reason: 'Fora do padrão' };
    const input = { withdrawalId, ...reason };
    const answer = await world.call(`admin.${name}Withdrawal`, input, world.admin);
    await world.settled();
    return codeOf(answer);
  };

  const change = async (name: 'block' | 'restore'): Promise<void> => {
    const { personId: sellerId } = world.seller;
    const events = await world.store.readStream(streamOf('seller', sellerId));
    const input = { sellerId, basedOn: events.length - 1 };
    expect(codeOf(await world.call(`admin.${name}Seller`, input, world.admin))).to.equal('done');
  };

  it('is approved no more while its seller is blocked, and is once they are let in again', async () => {
    const withdrawalId = await waiting();
    await change('block');
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/seller-blocked');
    const [line] = await world.list('admin.listWaitingWithdrawals', world.admin);
    expect(line).to.include({ withdrawalId, isSellerBlocked: true });
    expect(world.paid).to.have.length(0);
    await change('restore');
    expect(await review('approve', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(1);
  });

  it('is refused also while its seller is blocked, so that the money is the seller’s again', async () => {
    const withdrawalId = await waiting();
    await change('block');
    expect(await review('refuse', withdrawalId)).to.equal('done');
    expect(world.paid).to.have.length(0);
  });

  it('is approved no more at a key that its seller took back', async () => {
    const withdrawalId = await waiting();
    const removed = await world.call('seller.removeDestination', { destinationId }, world.seller);
    expect(codeOf(removed)).to.equal('done');
    expect(await review('approve', withdrawalId)).to.equal('destination/not-approved');
    expect(world.paid).to.have.length(0);
  });

  it('rests with all others of its seller, whose password changed after it was requested', async () => {
    const withdrawalId = await waiting();
    const { email } = world.seller;
    await world.services.database.query(
      `UPDATE auth.account SET "createdAt" = "createdAt" - interval '10 days', "updatedAt" = "updatedAt" - interval '10 days'`,
    );
    await world.services.sessions.setPassword({ email, password: PASSWORD });
    expect(await review('approve', withdrawalId)).to.equal('withdrawal/resting');
    expect(world.paid).to.have.length(0);
  });
});
