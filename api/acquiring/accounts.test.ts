import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import { createAcquirers } from './accounts.ts';

const providerNamed = (id: string, label = id, close = async () => undefined) => ({
  id,
  label,
  close,
  paymentMethods: [],
  withdrawMethods: [],
});

describe('Acquirers of a platform', () => {
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
      nowMs: () => clock.ms,
    });
    return { accounts, opened, closed, clock, acquirers };
  };

  it('are those with an account of the platform, and the sandbox', async () => {
    const { accounts, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    expect((await acquirers('sandbox', 'other')).id).to.equal('sandbox');
    expect((await acquirers('onz', 'demo')).label).to.equal('{"key":1}');
    const refusal = await acquirers('onz', 'other').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused).with.property('code', 'provider/not-offered');
  });

  it('do not include the sandbox when none runs', async () => {
    const acquirers = createAcquirers({
      credentials: { get: async () => undefined },
      sandbox: undefined,
      open: (id) => providerNamed(id),
    });
    const refusal = await acquirers('sandbox', 'demo').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refused).with.property('code', 'provider/not-offered');
  });

  it('are closed when their account is replaced or removed', async () => {
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

  it('include the provider “none”, which needs no account', async () => {
    expect((await world().acquirers('none', 'demo')).id).to.equal('none');
  });

  it('are opened once for concurrent callers', async () => {
    const { accounts, opened, acquirers } = world();
    accounts.set('demo/onz', { key: 1 });
    const asked = await Promise.all([1, 2, 3].map(() => acquirers('onz', 'demo')));
    expect([new Set(asked).size, opened]).to.deep.equal([1, ['onz']]);
  });
});
