import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { remember } from './remember.ts';

describe('remember', () => {
  const countingCache = (forMs = 1_000) => {
    let clock = 0;
    let loads = 0;
    const { get, forget } = remember(
      async (key) => {
        loads += 1;
        if (key === 'bad' && loads === 1) throw new Error('away');
        return `${key} ${loads}`;
      },
      { forMs, clock: { ...thisMachine, elapsedMs: () => clock } },
    );
    return { get, forget, pass: (ms: number) => (clock += ms) };
  };

  it('loads a value once for concurrent calls, and again when it has expired', async () => {
    const { get, pass } = countingCache();
    expect(await Promise.all([get('a'), get('a'), get('b')])).to.deep.equal(['a 1', 'a 1', 'b 2']);
    pass(999);
    expect(await get('a')).to.equal('a 1');
    pass(1);
    expect(await get('a')).to.equal('a 3');
  });

  it('loads a value again after forget', async () => {
    const { get, forget } = countingCache();
    await Promise.all([get('a'), get('b')]);
    forget('a');
    expect([await get('a'), await get('b')]).to.deep.equal(['a 3', 'b 2']);
    forget();
    expect(await get('b')).to.equal('b 4');
  });

  it('does not cache a failed load', async () => {
    const { get } = countingCache();
    const failure = await get('bad').catch((error: unknown) => String(error));
    expect([failure, await get('bad')]).to.deep.equal(['Error: away', 'bad 2']);
  });

  it('does not cache a value under a key of more than 1,000 characters', async () => {
    const { get } = countingCache();
    const long = 'x'.repeat(1_001);
    expect([await get(long), await get(long)]).to.deep.equal([`${long} 1`, `${long} 2`]);
  });
});
