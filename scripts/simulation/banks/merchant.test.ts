import { attempt } from '#/adapters/payments/evidence/samples.ts';
import { expect } from 'chai';
import type { Network } from '#/adapters/payments/kit/network/network.ts';
import { loadProviderCases, nameOf } from '#/adapters/payments/evidence/evidence.ts';
import { cents } from '#/domain/values/money.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { World } from '#/scripts/simulation/world.ts';
import { Acquirer } from './acquirer.ts';
import { createLag, LONGEST_LAG } from './lag.ts';

const providerCases = await loadProviderCases();

const HOUR = 3_600_000;

const payout = {
  withdrawReference: '69cd76f0-1e90-5758-8ce2-3420ce26a6d0',
  paymentMethod: 'PIX',
  amount: cents(5_000),
  pixKey: '11222333000181',
  pixType: 'CNPJ',
  document: '11222333000181',
  name: 'Loja Um',
  description: 'Saque',
  attempt,
  webhookUrl: 'https://razao.example/webhooks/zendry/platform-1/secret',
} as const;

/** An acquirer that finds payouts by our reference, and has one. @param lagging the share of what its look-ups lack at first */
const begin = async (lagging = 0) => {
  const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
  const zendryCases = providerCases.find((each) => nameOf(each) === 'zendry');
  if (!zendryCases) throw new Error('Zendry has cases');
  let missed = 0;
  const isAbsent = createLag(world, lagging, () => {
    missed += 1;
  });
  const behaviour = { repetition: 'once', absence: 60, tell: () => undefined, isAbsent } as const;
  const acquirer = new Acquirer({ world, providerCases: zendryCases, ...behaviour });
  const network: Network = () => ({
    exchange: async (sent) => acquirer.answer(sent),
    pauseBeforeRetry: async () => undefined,
    close: async () => undefined,
  });
  const openWith = (account: unknown) =>
    acquirer.open(account, { network, reach: 'public', now: () => world.now });
  await openWith(acquirer.account).withdraw?.(payout);
  return {
    acquirer,
    world,
    openWith,
    missed: () => missed,
    find: async (account: unknown) => {
      const { withdrawReference } = payout;
      const found = await openWith(account).findWithdraw?.({ withdrawReference });
      return found?.amount;
    },
  };
};

describe('A merchant of a simulated acquirer', () => {
  it('may be asked in vain about a payout that it has just made, but finds it within ten seconds, and moved its money at once', async () => {
    const { acquirer, world, find, missed } = await begin(1);
    expect(await find(acquirer.account)).to.equal(undefined);
    expect(missed()).to.equal(1);
    expect(acquirer.movements().map(({ amount }) => amount)).to.deep.equal([-5_000]);
    await world.runUntil(world.now + LONGEST_LAG);
    expect(await find(acquirer.account)).to.equal(5_000);
    expect(missed()).to.equal(1);
  });

  it('finds its payouts with new keys as with its first ones, until the first ones are revoked', async () => {
    const { acquirer, world, find } = await begin();
    const renewed = acquirer.others.renew();
    expect(await find(renewed)).to.equal(5_000);
    expect(await find(acquirer.account)).to.equal(5_000);
    await world.runUntil(world.now + HOUR);
    expect(await find(renewed)).to.equal(5_000);
    const refused = await find(acquirer.account).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ProviderFailure);
  });

  it('has no notice that the product can verify while it signs with new keys that the product does not use yet', async () => {
    const { acquirer, world, find } = await begin();
    await world.runUntil(world.now + HOUR);
    const notice = () => acquirer.noticeOf(payout.withdrawReference, payout.webhookUrl)?.about;
    expect(notice()).to.equal(payout.withdrawReference);
    const renewed = acquirer.others.renew();
    expect(notice()).to.equal(undefined);
    await find(renewed);
    expect(notice()).to.equal(payout.withdrawReference);
  });

  it('has books that another merchant does not know, and both move money of the acquirer', async () => {
    const { acquirer, openWith, find } = await begin();
    const another = acquirer.others.another();
    expect(await find(another)).to.equal(undefined);
    expect(await find(acquirer.account)).to.equal(5_000);
    await openWith(another).withdraw?.(payout);
    expect(await find(another)).to.equal(5_000);
    expect(acquirer.movements().map(({ amount }) => amount)).to.deep.equal([-5_000, -5_000]);
    const accounts = acquirer.books();
    expect(accounts.map(({ moved }) => moved.map(({ amount }) => amount))).to.deep.equal([
      [-5_000],
      [-5_000],
    ]);
    expect(new Set(accounts.map(({ account }) => account))).to.have.property('size', 2);
  });
});
