import { expect } from 'chai';
import { remember } from './remember.ts';

describe('What every call asks', () => {
  const asked = (forMs = 1_000) => {
    let clock = 0;
    let loads = 0;
    const { get, forget } = remember(
      async (key) => {
        loads += 1;
        if (key === 'bad' && loads === 1) throw new Error('away');
        return `${key} ${loads}`;
      },
      { forMs, nowMs: () => clock },
    );
    return { get, forget, pass: (ms: number) => (clock += ms) };
  };

  it('is looked up once for all who ask at the same time, and again when it is old', async () => {
    const { get, pass } = asked();
    expect(await Promise.all([get('a'), get('a'), get('b')])).to.deep.equal(['a 1', 'a 1', 'b 2']);
    pass(999);
    expect(await get('a')).to.equal('a 1');
    pass(1);
    expect(await get('a')).to.equal('a 3');
  });

  it('is looked up again once it was forgotten', async () => {
    const { get, forget } = asked();
    await Promise.all([get('a'), get('b')]);
    forget('a');
    expect([await get('a'), await get('b')]).to.deep.equal(['a 3', 'b 2']);
    forget();
    expect(await get('b')).to.equal('b 4');
  });

  it('is not remembered when it could not be found out', async () => {
    const { get } = asked();
    const failure = await get('bad').catch((error: unknown) => String(error));
    expect([failure, await get('bad')]).to.deep.equal(['Error: away', 'bad 2']);
  });

  it('is not remembered under a name of any length that strangers choose', async () => {
    const { get } = asked();
    const long = 'x'.repeat(1_001);
    expect([await get(long), await get(long)]).to.deep.equal([`${long} 1`, `${long} 2`]);
  });
});
