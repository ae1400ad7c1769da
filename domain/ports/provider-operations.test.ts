import { expect } from 'chai';
import type { PaymentProvider } from './payment-provider.ts';
import { mapOperations, operationNames } from './provider-operations.ts';

const answering = Object.fromEntries(operationNames.map((name) => [name, async () => name]));

const provider = (more: object): PaymentProvider => ({
  id: 'any',
  label: 'Any',
  paymentMethods: [],
  withdrawMethods: [],
  ...more,
});

describe('the operations of a provider', () => {
  it('are all wrapped, each under its name, and nothing else is', async () => {
    const readNotices = async () => [];
    const seen: string[] = [];
    const mapped = mapOperations(
      provider({ ...answering, readNotices }),
      (name, call) => (input) => {
        seen.push(name);
        return call(input);
      },
    );
    for (const name of operationNames) {
      const call = mapped[name] as (input: object) => Promise<unknown>;
      expect(await call({}), name).to.equal(name);
    }
    expect(seen).to.deep.equal(operationNames);
    expect(mapped.readNotices).to.equal(readNotices);
    expect(mapped).to.include({ id: 'any', label: 'Any' });
  });

  it('stay absent where they are not offered', () => {
    const mapped = mapOperations(provider({}), (_name, call) => call);
    expect(mapped).to.have.all.keys('id', 'label', 'paymentMethods', 'withdrawMethods');
  });
});
