import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Route } from '#/domain/acquiring/route.ts';

describe('A change of routes', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const post = (name: string, input: object) =>
    world.post(`/api/${name}`, input, {
      as: 'admin',
      headers: { 'idempotency-key': randomUUID() },
    });

  const readAcquiring = async (): Promise<Acquiring> =>
    Object(await world.get('/api/admin.getAcquiring', { as: 'admin' })).body;

  it('of the platform is refused when another one was saved on the same revision', async () => {
    const { routes, stepAside, revision: basedOn } = await readAcquiring();
    const change = (BILLET: Route) =>
      post('admin.reviseRoutes', { routes: { ...routes, BILLET }, stepAside, basedOn });
    expect((await change([])).status).to.equal(200);
    const second = await change([{ provider: 'sandbox', share: 100 }]);
    const { code, details } = Object(second.body);
    expect([second.status, code]).to.deep.equal([409, 'record/changed-meanwhile']);
    expect(details).to.deep.equal({ revision: basedOn + 1 });
    expect((await readAcquiring()).routes.BILLET).to.deep.equal([]);
  });

  it('of a seller is refused likewise', async () => {
    const path = '/api/admin.getSellerRoutes?sellerId=seller-2';
    const { revision } = Object((await world.get(path, { as: 'admin' })).body);
    const first = { sellerId: 'seller-2', routes: { BILLET: [] }, basedOn: revision };
    expect((await post('admin.reviseSellerRoutes', first)).status).to.equal(200);
    const late = await post('admin.reviseSellerRoutes', { ...first, routes: {} });
    expect([late.status, Object(late.body).code]).to.deep.equal([409, 'record/changed-meanwhile']);
  });
});
