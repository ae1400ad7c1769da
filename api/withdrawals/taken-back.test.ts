import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';

describe('Destination that its seller removes while staff look at it', () => {
  let world: PayoutWorld;

  before(async () => {
    world = await payoutWorld(100_00);
  });
  after(() => world.close());

  it('is still shown, with its current status, and cannot be approved', async () => {
    const { seller, admin } = world;
    const key = { pixKey: 'contato@loja.example' };
    const { body } = await world.call('seller.declareDestination', key, seller);
    const { destinationId } = Object(body);
    const open = async () => {
      const { status, body: opened } = await world.get(
        `/api/admin.getDestination?destinationId=${destinationId}`,
        { as: admin },
      );
      expect(status).to.equal(200);
      return Object(opened);
    };
    expect(await open()).to.include({ status: 'WAITING', pixKey: key.pixKey });
    const removed = await world.call('seller.removeDestination', { destinationId }, seller);
    expect(removed.status).to.equal(200);
    const opened = await open();
    expect(opened).to.include({ status: 'REMOVED', waitsSince: null });
    const input = { destinationId, basedOn: opened.revision };
    const late = await world.call('admin.approveDestination', input, admin);
    expect(problem.parse(late.body).code).to.equal('destination/not-waiting');
  });
});
