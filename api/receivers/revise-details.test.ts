import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { receiverDetails } from '#/api/testing/receiver-details.ts';

describe('The details of a receiver', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const call = async (name: string, input: object, expected: number) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text, body } = await world.post(`/api/${name}`, input, { as: 'ana', headers });
    expect(status, text).to.equal(expected);
    return Object(body);
  };

  const getReceiver = async () =>
    Object((await world.get('/api/seller.getReceiver', { as: 'ana' })).body);

  it('stay as the first of two changes that are based on the same revision states them', async () => {
    expect((await getReceiver()).revision).to.equal(0);
    const change = (description: string, basedOn: number, expected: number) =>
      call('seller.reviseReceiver', { ...receiverDetails, description, basedOn }, expected);
    await change('Livros', 0, 200);
    const refused = await change('Revistas', 0, 409);
    expect(refused).to.include({ code: 'record/changed-meanwhile' });
    expect(refused.details).to.deep.equal({ revision: 1 });
    expect((await getReceiver()).details).to.include({ description: 'Livros' });
    await change('Revistas', 1, 200);
    const shown = await getReceiver();
    expect([shown.revision, shown.details.description]).to.deep.equal([2, 'Revistas']);
  });

  it('are not changed by a file that is sent meanwhile', async () => {
    const { revision } = await getReceiver();
    const about = { kind: 'balanceSheet', contentType: 'image/png', size: 12 };
    await call('seller.requestUpload', about, 200);
    expect((await getReceiver()).revision).to.equal(revision);
    await call('seller.reviseReceiver', { ...receiverDetails, basedOn: revision }, 200);
  });
});
