import { expect } from 'chai';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';

describe('The pause of withdrawals that a new PIX key begins', () => {
  let world: PayoutWorld;
  let oldDestination: string;

  before(async () => {
    world = await payoutWorld(1_000_00);
    const owner = { platformId: world.platformId, sellerId: world.seller.personId };
    oldDestination = await declareEarlier(world.services.core, owner, 'antiga@example.com');
  });
  after(() => world.close());

  const withdraw = async (destinationId = oldDestination): Promise<string> => {
    await world.waitUntilShown();
    const input = { amount: 20_00, destinationId };
    return codeOf(await world.call('seller.requestWithdrawal', input, world.seller));
  };

  const declare = async (pixKey: string): Promise<string> => {
    const answer: ApiAnswer = await world.call(
      'seller.declareDestination',
      { pixKey },
      world.seller,
    );
    expect(codeOf(answer)).to.equal('done');
    return String(Object(answer.body).destinationId);
  };

  const remove = (destinationId: string) =>
    world.call('seller.removeDestination', { destinationId }, world.seller);

  it('holds for earlier keys too, ends when the seller removes the key, and begins again when they declare it again', async () => {
    expect(await withdraw()).to.equal('done');
    const id = await declare('nova@example.com');
    expect(await withdraw()).to.equal('withdrawal/resting');
    expect(codeOf(await remove(id))).to.equal('done');
    expect(await withdraw()).to.equal('done');
    expect(await withdraw(id), 'to that key').to.equal('withdrawal/resting');
    expect(await declare('nova@example.com')).to.equal(id);
    expect(await withdraw()).to.equal('withdrawal/resting');
    await remove(id);
  });

  it('ends when staff refuse the key', async () => {
    const id = await declare('outra@example.com');
    expect(await withdraw()).to.equal('withdrawal/resting');
    const refusal = { destinationId: id, basedOn: 0, reason: 'Comprovante ausente' };
    const refused = await world.call('admin.refuseDestination', refusal, world.admin);
    expect(codeOf(refused)).to.equal('done');
    expect(await withdraw()).to.equal('done');
    expect(await withdraw(id), 'to that key').to.equal('withdrawal/resting');
  });
});
