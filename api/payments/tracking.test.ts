import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';

describe('Tracking of where a buyer came from', () => {
  let world: ApiWorld;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());

  const buy = (differences: object) =>
    world.post(
      '/api/checkout.purchase',
      {
        offerId: 'demo-ebook',
        email: 'marina@example.com',
        name: 'Marina Duarte',
        paymentMethod: 'PIX',
        ...differences,
      },
      { headers: { 'idempotency-key': randomUUID() } },
    );

  const recorded = async (differences: object) => {
    const { status, text, body } = await buy(differences);
    expect(status, text).to.equal(200);
    const { handler, vault } = world.services.core;
    const { state } = await handler.load(payment, streamOf('payment', Object(body).paymentId));
    if (state.status === 'NONE') throw new Error('no payment');
    const { tracking, affiliateId } = state.requested;
    return { affiliateId, ...(tracking && (await vault.decrypt<object>(tracking))) };
  };

  it('stores a very long UTM query unchanged', async () => {
    const utmQuery = ` utm_campaign=${'x'.repeat(16_368)} `;
    expect(await recorded({ utmQuery })).to.include({ utmQuery });
  });

  it('rejects an overlong UTM query with 400 and names the field', async () => {
    const { status, body } = await buy({ utmQuery: 'x'.repeat(16_385) });
    expect(status).to.equal(400);
    expect(problem.parse(body).errors?.map(({ path }) => path)).to.deep.equal(['utmQuery']);
  });

  it('stores a valid affiliate id, and accepts a purchase with an invalid one without storing it', async () => {
    expect(await recorded({ affiliateId: 'af-1' })).to.include({ affiliateId: 'af-1' });
    const invalid = [
      '',
      'a b',
      'x'.repeat(65),
      '<script>',
      '\u0000',
      '🙂',
      'á',
      'a'.repeat(10_000),
    ];
    for (const affiliateId of invalid) {
      expect(await recorded({ affiliateId }), affiliateId).to.include({ affiliateId: null });
    }
  });
});
