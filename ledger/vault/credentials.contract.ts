import { expect } from 'chai';
import type { Credentials } from './credentials.ts';

const account = { baseUrl: 'https://api.onz.example', clientSecret: 'a secret of the platform' };

/** @param open opens the same credentials, as another process does */
export const credentialsContract = (open: () => Promise<Credentials>): void => {
  it('are returned as last stored, to their platform only', async () => {
    const { put, get, names } = await open();
    await put('demo', 'onz', { old: true });
    await put('demo', 'onz', account);
    await put('demo', 'fairpay', { secretKey: 'another' });
    expect(await (await open()).get('demo', 'onz')).to.deep.equal(account);
    expect([await get('other', 'onz'), await names('other')]).to.deep.equal([undefined, []]);
    expect(await names('demo')).to.deep.equal(['fairpay', 'onz']);
  });

  it('are those of one owner and name, whatever characters these have', async () => {
    const { put, get } = await open();
    await put('a', 'b/c', 1);
    await put('a/b', 'c', 2);
    expect([await get('a', 'b/c'), await get('a/b', 'c')]).to.deep.equal([1, 2]);
  });

  it('are not changed by what happens to a value that was stored or returned', async () => {
    const { put, get } = await open();
    const given = { secretKey: 'as stored' };
    await put('demo', 'venit', given);
    given.secretKey = 'changed';
    Object.assign(Object(await get('demo', 'venit')), { secretKey: 'changed too' });
    expect(await get('demo', 'venit')).to.deep.equal({ secretKey: 'as stored' });
  });

  it('are gone when they were removed, and may be stored again', async () => {
    const { put, get, names, remove } = await open();
    await put('gone', 'onz', account);
    await remove('gone', 'onz');
    await remove('gone', 'onz');
    expect([await get('gone', 'onz'), await names('gone')]).to.deep.equal([undefined, []]);
    await put('gone', 'onz', { again: true });
    expect(await (await open()).get('gone', 'onz')).to.deep.equal({ again: true });
  });
};
