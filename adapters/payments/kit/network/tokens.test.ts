import { expect } from 'chai';
import { createTokens } from './tokens.ts';

describe('createTokens', () => {
  const world = () => {
    let clock = 0;
    let fetches = 0;
    let fails = false;
    const tokens = createTokens(
      async () => {
        fetches += 1;
        if (fails) throw new Error('away');
        return { token: `token ${fetches}`, expiresIn: 300 };
      },
      () => clock,
    );
    return {
      ...tokens,
      pass: (seconds: number) => (clock += seconds * 1_000),
      fail: (isFailing: boolean) => (fails = isFailing),
    };
  };

  it('fetches one token for concurrent requests', async () => {
    const { get } = world();
    expect(await Promise.all([get(), get(), get()])).to.deep.equal(Array(3).fill('token 1'));
    expect(await get()).to.equal('token 1');
  });

  it('fetches a new token a minute before expiry, and at once when the current one is dropped', async () => {
    const { get, pass, drop } = world();
    await get();
    pass(239);
    expect(await get()).to.equal('token 1');
    pass(1);
    expect(await get()).to.equal('token 2');
    drop('token 1');
    expect(await get()).to.equal('token 2');
    drop('token 2');
    expect(await get()).to.equal('token 3');
  });

  it('fetches a token again after a failure', async () => {
    const { get, fail } = world();
    fail(true);
    expect(await get().catch(String)).to.equal('Error: away');
    fail(false);
    expect(await get()).to.equal('token 2');
  });
});
