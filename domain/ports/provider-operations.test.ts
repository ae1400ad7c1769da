import { expect } from 'chai';
import type { PaymentProvider } from './payment-provider.ts';
import { isBinding, isWriting, mapOperations, operationNames } from './provider-operations.ts';

const answering = Object.fromEntries(operationNames.map((name) => [name, async () => name]));

const provider = (members: object): PaymentProvider => ({
  id: 'any',
  label: 'Any',
  paymentMethods: [],
  withdrawMethods: [],
  ...members,
});

describe('mapOperations', () => {
  it('wraps every operation under its name, and leaves other members unchanged', async () => {
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

  it('adds no operation that the provider does not offer', () => {
    const mapped = mapOperations(provider({}), (_name, call) => call);
    expect(mapped).to.have.all.keys('id', 'label', 'paymentMethods', 'withdrawMethods');
  });

  it('tells which purpose of the provider a charge or payout serves, and none for other operations', async () => {
    const purposes: Record<string, string> = {};
    const mapped = mapOperations(provider(answering), (name, call, serves) => (input) => {
      if (serves) purposes[name] = serves(input);
      return call(input);
    });
    for (const name of operationNames) {
      const call = mapped[name] as (input: object) => Promise<unknown>;
      await call({ paymentMethod: 'BILLET' });
    }
    expect(purposes).to.deep.equal({ createTransaction: 'BILLET', withdraw: 'WITHDRAW' });
  });
});

describe('The table of operations', () => {
  it('lets nothing be carried out twice that changes something, except a card token', () => {
    const repeatableOperations = operationNames.filter(
      (name) => isWriting(name) && !isBinding(name),
    );
    expect(repeatableOperations).to.deep.equal(['createCardToken']);
    expect(operationNames.filter((name) => isBinding(name) && !isWriting(name))).to.deep.equal([]);
  });
});
