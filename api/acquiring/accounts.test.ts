import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { createAcquirers } from './accounts.ts';

const providerNamed = (id: string, label = id): PaymentProvider => ({
  id,
  label,
  paymentMethods: [],
  withdrawMethods: [],
});

describe('The acquirers of a platform', () => {
  const world = () => {
    const accounts = new Map<string, unknown>();
    const opened: string[] = [];
    const acquirers = createAcquirers({
      credentials: { get: async (owner, name) => accounts.get(`${owner}/${name}`) },
      sandbox: providerNamed('sandbox'),
      open: (id, account) => {
        opened.push(id);
        return providerNamed(id, JSON.stringify(account));
      },
    });
    return { accounts, opened, acquirers };
  };

  it('are those that it has an account with, and the sandbox', async () => {
    const { accounts, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    expect((await acquirers('sandbox', 'other')).id).to.equal('sandbox');
    expect((await acquirers('onz', 'demo')).label).to.equal('{"key":1}');
    const refusal = await acquirers('onz', 'other').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused).with.property('code', 'provider/not-offered');
  });

  it('stay open, one for all who ask', async () => {
    const { accounts, opened, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    const asked = await Promise.all([1, 2, 3].map(() => acquirers('onz', 'demo')));
    expect([new Set(asked).size, opened]).to.deep.equal([1, ['onz']]);
  });
});
