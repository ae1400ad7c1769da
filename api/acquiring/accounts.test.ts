import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { createAcquirers } from './accounts.ts';

const providerNamed = (id: string, label = id, close = async () => undefined) => ({
  id,
  label,
  close,
  paymentMethods: [],
  withdrawMethods: [],
});

describe('createAcquirers', () => {
  const world = () => {
    const accounts = new Map<string, unknown>();
    const opened: string[] = [];
    const closed: string[] = [];
    const clock = { ms: 0 };
    const acquirers = createAcquirers({
      credentials: {
        get: async (owner, name) => accounts.get(`${owner}/${name}`),
        names: async () => [],
      },
      sandbox: providerNamed('sandbox'),
      open: (id, account) => {
        opened.push(id);
        const label = JSON.stringify(account);
        return providerNamed(id, label, async () => void closed.push(label));
      },
      clock: { ...thisMachine, elapsedMs: () => clock.ms },
    });
    return { accounts, opened, closed, clock, acquirers };
  };

  it('opens the sandbox for every platform, and another acquirer only for a platform with an account', async () => {
    const { accounts, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    expect((await acquirers('sandbox', 'other')).id).to.equal('sandbox');
    expect((await acquirers('onz', 'demo')).label).to.equal('{"key":1}');
    const refusal = await acquirers('onz', 'other').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused).with.property('code', 'provider/not-offered');
  });

  it('names no merchant account at the sandbox, whose address is another one after each start', async () => {
    const { acquirers } = world();
    expect(await acquirers('sandbox', 'demo')).to.not.have.property('merchantAccount');
  });

  it('names an account by the keys that were given first, whichever platform gave them, in whatever order', async () => {
    const { accounts, acquirers } = world();
    accounts.set('demo/onz', { key: 1, branch: 2 });
    accounts.set('other/onz', { branch: 2, key: 1 });
    accounts.set('third/onz', { key: 3, branch: 2 });
    accounts.set('demo/zendry', { key: 1, branch: 2 });
    const ofFirst = await acquirers('onz', 'demo');
    expect(ofFirst).to.have.property('credential', 1);
    expect(ofFirst.merchantAccount).to.match(/^[\w-]{32}$/);
    expect(await acquirers('onz', 'other')).to.include({
      merchantAccount: ofFirst.merchantAccount,
    });
    const others = [await acquirers('onz', 'third'), await acquirers('zendry', 'demo')];
    for (const { merchantAccount } of others)
      expect(merchantAccount).to.not.equal(ofFirst.merchantAccount);
  });

  it('rejects the sandbox with `provider/not-offered` where none is configured', async () => {
    const acquirers = createAcquirers({
      credentials: { get: async () => undefined, names: async () => [] },
      sandbox: undefined,
      open: (id) => providerNamed(id),
    });
    const refusal = await acquirers('sandbox', 'demo').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused).with.property('code', 'provider/not-offered');
  });

  it('closes an acquirer when its account is replaced or deleted', async () => {
    const { accounts, closed, clock, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    await acquirers('onz', 'demo');
    accounts.set('demo/onz', { key: 2 });
    clock.ms += 5_000;
    expect((await acquirers('onz', 'demo')).label).to.equal('{"key":2}');
    expect(closed).to.deep.equal(['{"key":1}']);
    accounts.delete('demo/onz');
    clock.ms += 5_000;
    expect(await acquirers('onz', 'demo').catch(({ code }) => code)).to.equal(
      'provider/not-offered',
    );
    expect(closed).to.have.length(2);
  });

  it('opens the acquirer `none` without an account', async () => {
    expect((await world().acquirers('none', 'demo')).id).to.equal('none');
  });

  it('opens an acquirer once for concurrent requests', async () => {
    const { accounts, opened, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    const providers = await Promise.all([1, 2, 3].map(() => acquirers('onz', 'demo')));
    expect([new Set(providers).size, opened]).to.deep.equal([1, ['onz']]);
  });
});
