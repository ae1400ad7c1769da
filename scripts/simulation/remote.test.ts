import { expect } from 'chai';
import { createMemoryCredentials } from '#/ledger/vault/memory-credentials.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { createDraws } from './draws.ts';
import { SimulatedProcess } from './process.ts';
import { reachRemotely } from './remote.ts';
import { World } from './world.ts';

const begin = ({ isAway = false } = {}) => {
  const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
  const process = new SimulatedProcess(world, 'process');
  const credentials = createMemoryCredentials();
  const remote = reachRemotely({ process, isAway: () => isAway }, 'credentials', credentials, [
    'names',
  ]);
  return { world, process, credentials, remote };
};

describe('What processes share', () => {
  it('is reached in steps: one carries the call out, another brings the answer', async () => {
    const { world, credentials, remote } = begin();
    const put = remote.put('platform-1', 'zendry', { key: 'one' });
    expect(await credentials.get('platform-1', 'zendry')).to.equal(undefined);
    await world.step();
    expect(await credentials.get('platform-1', 'zendry')).to.deep.equal({ key: 'one' });
    await world.step();
    await put;
    expect(world.steps).to.equal(2);
    expect(await remote.names('platform-1')).to.deep.equal(['zendry']);
  });

  it('includes a call that a process made before it died, whose answer then never comes', async () => {
    const { world, process, credentials, remote } = begin();
    let isAnswered = false;
    void remote.put('platform-1', 'zendry', 1).then(() => {
      isAnswered = true;
    });
    process.kill();
    while (await world.step());
    expect(await credentials.get('platform-1', 'zendry')).to.equal(1);
    expect(isAnswered).to.equal(false);
  });

  it('fails as an unavailable database does when a call does not get through', async () => {
    const { world, credentials, remote } = begin({ isAway: true });
    const failure = remote.put('platform-1', 'zendry', 1).catch((error: unknown) => error);
    while (await world.step());
    expect(isDatabaseAway(await failure)).to.equal(true);
    expect(await credentials.names('platform-1')).to.deep.equal([]);
  });
});
