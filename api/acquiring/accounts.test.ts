import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import { createAcquirers } from './accounts.ts';

const providerNamed = (id: string, label = id, close = async () => undefined) => ({
  id,
  label,
  close,
  merchantAccount: `${id}-1`,
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
      credentials: { get: async (owner, name) => accounts.get(`${owner}/${name}`) },
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
    const { accounts, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    expect(await acquirers('sandbox', 'demo')).to.have.property('merchantAccount', undefined);
    expect(await acquirers('onz', 'demo')).to.include({ merchantAccount: 'onz-1', credential: 1 });
  });

  it('rejects the sandbox with `provider/not-offered` where none is configured', async () => {
    const acquirers = createAcquirers({
      credentials: { get: async () => undefined },
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
    const asked = await Promise.all([1, 2, 3].map(() => acquirers('onz', 'demo')));
    expect([new Set(asked).size, opened]).to.deep.equal([1, ['onz']]);
  });
});
