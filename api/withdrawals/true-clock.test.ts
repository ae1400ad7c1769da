import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiAnswer } from '#/api/testing/api-world.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import { payoutWorld, type PayoutWorld } from '#/api/testing/payout-world.ts';

describe('Destinations while the clock is in doubt', () => {
  let world: PayoutWorld;

  before(async () => {
    world = await payoutWorld(10_000_00);
  });
  after(() => world.close());

  /** Makes a call while the process cannot rely on its clock. @returns `done`, or the code of the problem */
  const withDoubtfulClock = async (act: () => Promise<ApiAnswer>): Promise<string> => {
    const { ports } = world.services.core;
    const { isClockTrue } = ports;
    Object.assign(ports, { isClockTrue: () => false });
    return codeOf(await act().finally(() => Object.assign(ports, { isClockTrue })));
  };

  it('are neither declared nor approved, because payouts to them pause from those times on', async () => {
    const key = randomUUID();
    const holder = { name: 'Otto', document: '111.444.777-35' };
    const input = { pixKey: 'pix@example.com', holder };
    const declare = () => world.call('seller.declareDestination', input, world.seller, key);
    expect(await withDoubtfulClock(declare)).to.equal('service/unavailable');
    const { destinationId } = Object((await declare()).body);
    expect(await withDoubtfulClock(declare), 'repeated').to.equal('done');
    const approval = { destinationId, basedOn: 0 };
    const approve = () => world.call('admin.approveDestination', approval, world.admin);
    expect(await withDoubtfulClock(approve)).to.equal('service/unavailable');
    expect(codeOf(await approve())).to.equal('done');
  });
});
