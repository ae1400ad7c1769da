import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { refundRightOf } from '#/api/payments/refunds/refund-right.ts';
import { fund } from '#/api/testing/fund.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mayUse } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/record.ts';

const EVERYTHING = { providers: null, methods: null, wording: 'STANDARD' } as const;

describe('The switch of a platform into production', () => {
  let world: ApiWorld;
  let platformId: string;

  before(async () => {
    world = await apiWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    platformId = await world.newPlatform();
  });

  const read = async (): Promise<OutputOf<'master.getPlatformSetup'>> =>
    Object(
      (await world.get(`/api/master.getPlatformSetup?platformId=${platformId}`, { as: 'master' }))
        .body,
    );

  /** Returns `done`, or the code of the refusal. */
  const setUp = async (
    setup: Partial<InputOf<'master.revisePlatformSetup'>> & { readonly isInProduction: boolean },
  ): Promise<string> => {
    const { revision: basedOn } = await read();
    const { status, body } = await world.post(
      '/api/master.revisePlatformSetup',
      { platformId, basedOn, ...EVERYTHING, ...setup },
      { as: 'master', headers: { 'idempotency-key': randomUUID() } },
    );
    return status === 200 ? 'done' : problem.parse(body).code;
  };

  const fundSeller = async (): Promise<void> => {
    const { personId: sellerId } = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId }, 10_00);
  };

  it('is refused while a seller has a balance of simulated sales', async () => {
    expect(await setUp({ isInProduction: false })).to.equal('done');
    await fundSeller();
    expect(await setUp({ isInProduction: true })).to.equal('platform/has-money');
    expect((await read()).setup.isInProduction).to.equal(false);
  });

  it('is refused the other way while a seller has a balance of real sales', async () => {
    await fundSeller();
    expect(await setUp({ isInProduction: false })).to.equal('platform/has-money');
    expect(await setUp({ isInProduction: true }), 'not switched').to.equal('done');
  });

  it('ends the use of the simulated acquirer', async () => {
    const { handler } = world.services.core;
    const mayUseSimulated = async (): Promise<boolean> => {
      const { state } = await handler.load(platform, streamOf('platform', platformId));
      return mayUse(activeDetails(state).setup, { provider: 'sandbox', purpose: 'PIX' });
    };
    const simulatedSale = {
      provider: 'sandbox',
      requested: { platformId, method: 'PIX' },
    } as const;
    await setUp({ isInProduction: false });
    expect(await mayUseSimulated()).to.equal(true);
    expect(await refundRightOf(world.services.core, simulatedSale)).to.equal('ANY_AMOUNT');
    await setUp({ isInProduction: true });
    expect(await mayUseSimulated()).to.equal(false);
    const right = await refundRightOf(world.services.core, simulatedSale);
    expect(right, 'nor is a simulated sale given back').to.equal('NEVER');
    await setUp({ isInProduction: true, wording: 'SHORT' });
    expect(await mayUseSimulated(), 'also after another change').to.equal(false);
  });
});
