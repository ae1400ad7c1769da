import { expect } from 'chai';
import { createRequestLimits, noLimits, type Limit, type LimitClass } from './request-limits.ts';

const limitsOf = (limit: Limit) => {
  let now = 0;
  const take = createRequestLimits({ page: limit }, () => now);
  return {
    /** Returns the seconds to wait; 0 when allowed. */
    ask: (address: string, name: LimitClass = 'page'): Promise<number> =>
      take(name, address).then(
        () => 0,
        (error: unknown) => Number(Object(error).headers['Retry-After']),
      ),
    pass: (seconds: number): void => {
      now += seconds * 1_000;
    },
  };
};

const times = async (count: number, ask: () => Promise<number>): Promise<readonly number[]> => {
  const waits: number[] = [];
  for (let nth = 0; nth < count; nth += 1) waits.push(await ask());
  return waits;
};

describe('createRequestLimits', () => {
  it('allows an address a number of calls per period, then rejects with the seconds to wait', async () => {
    const { ask, pass } = limitsOf({ points: 2, seconds: 10 });
    expect(await times(3, () => ask('192.0.2.1'))).to.deep.equal([0, 0, 10]);
    pass(4);
    expect(await ask('192.0.2.1')).to.equal(6);
    expect(await ask('192.0.2.2')).to.equal(0);
    pass(6);
    expect(await ask('192.0.2.1')).to.equal(0);
  });

  it('counts the addresses of an IPv6 /64 network together, however they are written', async () => {
    const { ask } = limitsOf({ points: 1, seconds: 10 });
    expect(await ask('2001:db8:0:1::1')).to.equal(0);
    expect(await ask('2001:0db8:0000:0001:ffff::9')).to.equal(10);
    expect(await ask('2001:db8:0:2::1')).to.equal(0);
    expect(await ask('::ffff:192.0.2.1')).to.equal(0);
    expect(await ask('192.0.2.1')).to.equal(10);
  });

  it('allows each address only a few calls while the total of all addresses is high', async () => {
    const { ask, pass } = limitsOf({ points: 8, seconds: 10, crowd: { inAll: 10, each: 2 } });
    await times(8, () => ask('192.0.2.1'));
    await times(2, () => ask('192.0.2.2'));
    expect(await ask('192.0.2.2')).to.equal(10);
    expect(await times(3, () => ask('192.0.2.3'))).to.deep.equal([0, 0, 10]);
    pass(10);
    expect(await ask('192.0.2.2')).to.equal(0);
  });

  it('does not count rejected calls towards the total of all addresses', async () => {
    const { ask } = limitsOf({ points: 1, seconds: 10, crowd: { inAll: 3, each: 0 } });
    await times(100, () => ask('192.0.2.1'));
    expect(await ask('192.0.2.2')).to.equal(0);
  });

  it('forgets the oldest address after 50,000 others', async () => {
    const { ask } = limitsOf({ points: 1, seconds: 10 });
    await ask('the first');
    for (let index = 0; index < 50_000; index += 1) await ask(`address ${index}`);
    expect(await ask('address 49999')).to.equal(10);
    expect(await ask('the first'), 'it was forgotten').to.equal(0);
  });

  it('allows 5,000 sign-ins from one address with noLimits', async () => {
    const take = createRequestLimits(noLimits);
    for (let nth = 0; nth < 5_000; nth += 1) await take('signIn', '192.0.2.1');
  });
});
