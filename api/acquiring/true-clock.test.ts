import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { unreachable } from '#/api/testing/core-at.ts';
import { codeOf } from '#/api/testing/payout-steps.ts';
import type { NewPerson } from '#/api/testing/people.ts';

const provider = 'fairpay';

describe('Accounts at acquirers while the clock is in doubt', () => {
  let world: ApiWorld;
  let admin: NewPerson;

  before(async () => {
    world = await apiWorld();
    admin = await world.newAdmin(await world.newPlatform());
  });
  after(() => world.close());

  const post = async (name: string, input: object, key: string = randomUUID()): Promise<string> => {
    const headers = { 'idempotency-key': key };
    return codeOf(await world.post(`/api/${name}`, input, { as: admin, headers }));
  };

  const withDoubtfulClock = async (act: () => Promise<string>): Promise<string> => {
    const { ports } = world.services.core;
    const { isClockTrue } = ports;
    Object.assign(ports, { isClockTrue: () => false });
    return act().finally(() => Object.assign(ports, { isClockTrue }));
  };

  it('are neither connected nor disconnected, because their keys are kept for months from those times on', async () => {
    const key = randomUUID();
    const account = { baseUrl: unreachable, secretKey: 'sk_first' };
    const connect = () => post('admin.connectAcquirer', { provider, account }, key);
    expect(await withDoubtfulClock(connect)).to.equal('service/unavailable');
    expect(await connect()).to.equal('done');
    expect(await withDoubtfulClock(connect), 'repeated').to.equal('done');
    const disconnect = () => post('admin.disconnectAcquirer', { provider });
    expect(await withDoubtfulClock(disconnect)).to.equal('service/unavailable');
    expect(await disconnect()).to.equal('done');
  });
});
