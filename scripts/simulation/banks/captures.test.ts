import { expect } from 'chai';
import { loadProviderCases, nameOf } from '#/adapters/payments/evidence/evidence.ts';
import { attempt, cardCharge } from '#/adapters/payments/evidence/samples.ts';
import type { Network } from '#/adapters/payments/kit/network/network.ts';
import type { SentRequest } from '#/adapters/payments/kit/network/exchange.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { World } from '#/scripts/simulation/world.ts';
import { Acquirer } from './acquirer.ts';

const providerCases = await loadProviderCases();

/** An acquirer that only authorises cards. @param isLost whether a request never arrives */
const begin = (isLost: (sent: SentRequest) => boolean) => {
  const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
  const celcoinCases = providerCases.find((each) => nameOf(each) === 'celcoin');
  if (!celcoinCases) throw new Error('Celcoin has cases');
  const behaviour = {
    repetition: 409,
    absence: undefined,
    tell: () => undefined,
    isAbsent: () => false,
  } as const;
  const acquirer = new Acquirer({ world, providerCases: celcoinCases, ...behaviour });
  const network: Network = () => ({
    exchange: async (sent) => {
      if (isLost(sent)) throw new Error('the connection broke');
      return acquirer.answer(sent);
    },
    pauseBeforeRetry: async () => undefined,
    close: async () => undefined,
  });
  const provider = acquirer.open(acquirer.account, {
    network,
    reach: 'public',
    now: () => world.now,
  });
  return { acquirer, provider };
};

const { orderId } = cardCharge;

describe('A simulated acquirer that captures in a call of its own', () => {
  it('has moved nothing while a charge is only authorised, whatever its buyer does', async () => {
    const lost: string[] = [];
    const { acquirer, provider } = begin((sent) => {
      if (acquirer.operationOf(sent) !== 'capture') return false;
      lost.push(acquirer.chargeIn(sent) ?? '');
      return true;
    });
    await provider.createTransaction?.(cardCharge).catch(() => undefined);
    expect(lost).to.deep.equal([orderId]);
    const charge = await provider.findTransaction?.({ orderId });
    expect(charge).to.include({ status: 'PENDING', isAuthorised: true });
    acquirer.pay(charge?.transactionId ?? '', 0);
    expect(acquirer.movements()).to.deep.equal([]);
  });

  it('captures a charge once', async () => {
    let captures = 0;
    const { acquirer, provider } = begin((sent) => {
      if (acquirer.operationOf(sent) !== 'capture') return false;
      captures += 1;
      return captures === 1;
    });
    await provider.createTransaction?.(cardCharge).catch(() => undefined);
    const { transactionId = '' } = (await provider.findTransaction?.({ orderId })) ?? {};
    const capture = () => provider.capture?.({ transactionId, attempt });
    expect(await capture()).to.include({ status: 'APPROVED' });
    expect(await capture()?.catch((error: unknown) => error)).to.be.instanceOf(Error);
    const { amount } = cardCharge;
    expect(acquirer.movements()).to.deep.equal([
      { kind: 'charge', reference: orderId, transactionId, amount },
    ]);
    expect(await provider.findTransaction?.({ orderId })).to.include({ status: 'APPROVED' });
  });
});
