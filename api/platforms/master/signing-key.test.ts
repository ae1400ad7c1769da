import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';

const codeOf = ({ status, body }: ApiAnswer): string =>
  status === 200 ? 'done' : problem.parse(body).code;

describe('The signing keys of a platform', () => {
  let world: ApiWorld;
  let platformId: string;

  before(async () => {
    world = await apiWorld();
    platformId = await world.newPlatform();
  });
  after(() => world.close());

  const keys = async () =>
    Object(
      (await world.get(`/api/master.getSigningKeys?platformId=${platformId}`, { as: 'master' }))
        .body,
    );

  const rotate = (after: string | null, key = randomUUID()) =>
    world.post(
      '/api/master.rotateSigningKey',
      { platformId, after },
      { as: 'master', headers: { 'idempotency-key': key } },
    );

  it('are replaced by a master, once for one request, and only the one that was seen', async () => {
    expect(await keys()).to.deep.include({ current: null, former: [] });
    const key = randomUUID();
    expect(codeOf(await rotate(null, key))).to.equal('done');
    const { current: first } = await keys();
    expect(first).to.match(/^[0-9a-f]{64}$/);
    expect(codeOf(await rotate(null, key)), 'a retry').to.equal('done');
    expect(codeOf(await rotate(null))).to.equal('record/changed-meanwhile');
    const both = await Promise.all([rotate(first), rotate(first)]);
    expect(both.map(codeOf)).to.have.members(['done', 'record/changed-meanwhile']);
    const { current, former } = await keys();
    expect(former).to.deep.equal([first]);
    expect(current).not.to.equal(first);
  });

  it('leave no private key in events or logs', async () => {
    const { credentials } = world.services.core;
    const owner = `signing:${platformId}`;
    const { current } = await keys();
    await rotate(current);
    const names = await credentials.names(owner);
    expect(names).to.include.members([(await keys()).current]);
    for (const name of names) {
      const seed = String(await credentials.get(owner, name));
      for await (const events of world.store.readAll({}))
        for (const { data, meta } of events) expect(data + meta).not.to.include(seed);
      expect(world.logged.join('')).not.to.include(seed);
    }
  });
});
