import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { refundRightOf } from '#/api/payments/refunds/refund-right.ts';
import { charge } from '#/api/payments/charge.ts';
import { onRecord } from '#/api/payments/recorded-payment.ts';
import { fund } from '#/api/testing/fund.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { MaybeSimulated } from '#/domain/platform/simulated.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mayUse } from '#/domain/platform/may-use.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';

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

  const fundSeller = async (mark: MaybeSimulated = {}): Promise<void> => {
    const { personId: sellerId } = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId, ...mark }, 10_00);
  };

  const simulatedMoney = async (): Promise<unknown> =>
    (await world.get(`/api/master.getSimulatedMoney?platformId=${platformId}`, { as: 'master' }))
      .body;

  /** Returns `done`, or the code of the refusal. */
  const writeOff = async (): Promise<string> => {
    const { status, body } = await world.post(
      '/api/master.writeOffSimulatedMoney',
      { platformId, reason: 'Fim dos testes' },
      { as: 'master', headers: { 'idempotency-key': randomUUID() } },
    );
    return status === 200 ? 'done' : problem.parse(body).code;
  };

  const SIMULATED = { isSimulated: true } as const;
  const NOTHING = { sellers: 0, pending: 0, available: 0, held: 0, owed: 0 };

  /** Switches without asking the read models for open charges, as if a purchase were recorded only after they were asked. */
  const switchTo = async (setup: PlatformSetup): Promise<void> => {
    const { handler, now } = world.services.core;
    const stream = streamOf('platform', platformId);
    const { state } = await handler.load(platform, stream);
    const command = { type: 'Revise', details: { ...activeDetails(state), setup } } as const;
    const context = { commandId: randomUUID(), platform: platformId, actor: 'test' };
    await handler.handle(
      platform,
      stream,
      { ...command, now: now() },
      { ...context, correlation: platformId },
    );
  };

  const switchAtOnce = () => switchTo({ isInProduction: true, isSimulationOver: true });

  /** Records a sale, simulated by default, and the beginning of its charge. @returns a function that makes the charge */
  const beginSale = async (differences: Partial<PaymentRequestedData> = SIMULATED) => {
    const { core } = world.services;
    const [paymentId, attemptId] = [randomUUID(), randomUUID()];
    const sale = samplePayment({ platformId, ...differences });
    const begin = { digest: undefined, attemptId, after: null, epoch: 1, now: core.now() };
    const stream = streamOf('payment', paymentId);
    const context = { platform: platformId, actor: 'test', correlation: paymentId };
    const commands = [
      { type: 'RequestPayment', payment: sale },
      { type: 'BeginCharge', provider: sale.provider, ...begin },
    ] as const;
    await core.handler.handleAll(
      payment,
      stream,
      commands.map((command) => ({ command, context: { ...context, commandId: randomUUID() } })),
    );
    const recorded = onRecord(await core.handler.load(payment, stream));
    const buyer = {
      identity: { name: 'Ana', document: '52998224725' },
      contact: { email: 'ana@example.com' },
    };
    const submission = { buyer, isFirstOnRecord: true };
    return async () => {
      const begunCharge = { submission, platform: platformId, attemptId };
      return (await charge(core, paymentId, recorded, begunCharge)).state;
    };
  };

  it('is refused while a seller has a balance of simulated sales', async () => {
    expect(await setUp({ isInProduction: false })).to.equal('done');
    await fundSeller();
    expect(await setUp({ isInProduction: true })).to.equal('platform/has-money');
    expect((await read()).setup.isInProduction).to.equal(false);
  });

  it('is refused in the other direction while a seller has a balance of real sales', async () => {
    await fundSeller();
    expect(await setUp({ isInProduction: false })).to.equal('platform/has-money');
    expect(await setUp({ isInProduction: true }), 'not switched').to.equal('done');
  });

  it('is possible once a master has written off what simulated sales left', async () => {
    await setUp({ isInProduction: false });
    await fundSeller(SIMULATED);
    await fundSeller(SIMULATED);
    expect(await setUp({ isInProduction: true })).to.equal('platform/has-money');
    expect(await simulatedMoney()).to.deep.equal({ ...NOTHING, sellers: 2, available: 20_00 });
    expect(await writeOff()).to.equal('done');
    expect(await simulatedMoney()).to.deep.equal(NOTHING);
    expect(await setUp({ isInProduction: true })).to.equal('done');
  });

  it('leaves accounts with real money out of the write-off of simulated money', async () => {
    await setUp({ isInProduction: false });
    for (const money of [SIMULATED, {}, SIMULATED]) await fundSeller(money);
    expect(await writeOff()).to.equal('account/money-is-real');
    expect(await simulatedMoney()).to.deep.equal({ ...NOTHING, sellers: 1, available: 10_00 });
  });

  it('is possible for a platform that was never in production, also if its money is older than the mark of simulated money', async () => {
    platformId = `testes-${randomUUID().slice(0, 8)}`;
    const created = await world.post(
      '/api/master.createPlatform',
      { platformId, name: 'Testes' },
      { as: 'master', headers: { 'idempotency-key': randomUUID() } },
    );
    expect(created.status, created.text).to.equal(200);
    await fundSeller();
    expect(await setUp({ isInProduction: true })).to.equal('platform/has-money');
    expect(await writeOff()).to.equal('done');
    expect(await setUp({ isInProduction: true })).to.equal('done');
    await fundSeller();
    await switchTo({ isInProduction: false });
    expect(await writeOff(), 'real, once it has been').to.equal('account/money-is-real');
  });

  it('allows no write-off while the platform is in production', async () => {
    await fundSeller();
    expect(await writeOff()).to.equal('platform/in-production');
    expect(await simulatedMoney()).to.deep.equal(NOTHING);
  });

  it('cancels a simulated sale that was begun before, if its acquirer was not called yet', async () => {
    await setUp({ isInProduction: false });
    const call = await beginSale();
    await switchAtOnce();
    expect(await call()).to.include({ status: 'CANCELED', submission: 'AWAITED' });
  });

  it('cancels, in the other direction, a real sale that was begun before, if its acquirer was not called yet', async () => {
    const call = await beginSale({ provider: 'onz' });
    await switchTo({ isInProduction: false });
    expect(await call()).to.include({ status: 'CANCELED', submission: 'AWAITED' });
  });

  it('leaves a sale simulated whose acquirer was called before, so that its money is not available', async () => {
    await setUp({ isInProduction: false });
    const call = await beginSale();
    expect(await call()).to.include({ status: 'PENDING', submission: 'UNANSWERED' });
    await switchAtOnce();
    const { personId: sellerId } = await world.newSeller(platformId);
    await fund(world, { platformId, sellerId }, 10_00);
    await fund(world, { platformId, sellerId, ...SIMULATED }, 90_00);
    const account = await world.services.core.accounts.load(
      { platformId, sellerId },
      world.services.core.now(),
    );
    expect(account).to.include({ status: 'OPEN', available: 10_00 });
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
