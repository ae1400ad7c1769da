import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment, sampleMeans } from '#/domain/testing/samples.ts';
import { readBackPayment } from './read-back.ts';

const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};

describe('readBackPayment of a card charge that is only authorised', () => {
  const byCard = samplePayment({ method: 'CREDIT_CARD' });
  const state = paymentAfter({ type: 'PaymentRequested', data: byCard });
  const reserved = {
    paymentMethod: 'CREDIT_CARD',
    transactionId: 'tx-1',
    status: 'PENDING',
    amount: cents(9_700),
    isAuthorised: true,
  } as const;

  const readBack = async (isOurs: boolean, capture: PaymentProvider['capture']) => {
    const begun: string[] = [];
    const ports = {
      ...portsTo({ findTransaction: async () => reserved, ...(capture && { capture }) }),
      begin: async (_platformId: string, { command }: AddressedCommand) => {
        begun.push(command.type);
        return isOurs;
      },
    };
    const commands = await readBackPayment('p-1', state, 'read-back', ports);
    return [statusAfter(state, commands), ...begun];
  };

  it('captures the charge, and records the call beforehand', async () => {
    const captured = async () => ({ ...reserved, status: 'APPROVED' }) as const;
    expect(await readBack(true, captured)).to.deep.equal(['APPROVED', 'BeginCapture']);
  });

  it('keeps the payment pending while another process captures it, and when the answer is lost', async () => {
    const never = async (): Promise<never> => expect.fail('it is another’s to capture');
    expect(await readBack(false, never)).to.deep.equal(['PENDING', 'BeginCapture']);
    expect(await readBack(true, timedOut)).to.deep.equal(['PENDING', 'BeginCapture']);
  });

  it('captures no charge of another order, amount or currency', async () => {
    const captured: object[] = [];
    const capture = async () => {
      captured.push(reserved);
      return reserved;
    };
    for (const difference of [{ orderId: 'p-2' }, { amount: cents(1) }, { currency: 'USD' }]) {
      const charge = { ...reserved, ...difference };
      const ports = portsTo({ findTransaction: async () => charge, capture });
      const commands = await readBackPayment('p-1', state, 'read-back', ports);
      expect(statusAfter(state, commands)).to.equal('PENDING');
      expect(captured, JSON.stringify(difference)).to.deep.equal([]);
    }
  });

  it('captures no other transaction than its own', async () => {
    const captured: string[] = [];
    const submitted = paymentAfter(
      { type: 'PaymentRequested', data: byCard },
      {
        type: 'PaymentSubmitted',
        data: {
          transactionId: 'tx-1',
          ...sampleMeans,
          at: sampleNow,
        },
      },
    );
    const ports = portsTo({
      getTransaction: async () => ({ ...reserved, transactionId: 'tx-of-another' }),
      capture: async ({ transactionId }) => {
        captured.push(transactionId);
        return { ...reserved, transactionId, status: 'APPROVED' };
      },
    });
    await readBackPayment('p-1', submitted, 'read-back', ports);
    expect(captured).to.deep.equal([]);
  });

  it('captures with the very keys that are on record for the call', async () => {
    const usedCredentials: number[] = [];
    let credential = 1;
    const openProvider = async () => {
      const keys = credential;
      return {
        ...(await portsTo({}).providers('sandbox', 'demo')),
        merchantAccount: 'shop-1',
        credential: keys,
        // The platform gets new keys while the acquirer answers.
        findTransaction: async () => {
          credential = 2;
          return reserved;
        },
        capture: async () => {
          usedCredentials.push(keys);
          return { ...reserved, status: 'APPROVED' } as const;
        },
      };
    };
    const recordedCredentials: (number | undefined)[] = [];
    const ports = {
      ...portsTo({}),
      providers: openProvider,
      begin: async (_platformId: string, { command }: AddressedCommand) => {
        if (command.type === 'BeginCapture') recordedCredentials.push(command.credential);
        return true;
      },
    };
    await readBackPayment('p-1', state, 'read-back', ports);
    expect({ recordedCredentials, usedCredentials }).to.deep.equal({
      recordedCredentials: [2],
      usedCredentials: [2],
    });
  });

  it('captures only in the account in which it found the charge', async () => {
    const captured: string[] = [];
    let merchantAccount = 'shop-1';
    const openProvider = async () => {
      const account = merchantAccount;
      return {
        ...(await portsTo({}).providers('sandbox', 'demo')),
        merchantAccount: account,
        // The platform connects another account while the acquirer answers.
        findTransaction: async () => {
          merchantAccount = 'shop-2';
          return reserved;
        },
        capture: async () => {
          captured.push(account);
          return { ...reserved, status: 'APPROVED' } as const;
        },
      };
    };
    const commands = await readBackPayment('p-1', state, 'read-back', {
      ...portsTo({}),
      providers: openProvider,
    });
    expect([captured, statusAfter(state, commands)]).to.deep.equal([[], 'PENDING']);
  });
});
