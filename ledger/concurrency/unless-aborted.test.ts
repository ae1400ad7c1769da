import { expect } from 'chai';
import { unlessAborted } from './unless-aborted.ts';

const never = new Promise<string>(() => undefined);
const neverAborted = new AbortController().signal;

describe('unlessAborted', () => {
  it('gives the result or error of the work', async () => {
    expect(await unlessAborted(Promise.resolve('done'), neverAborted)).to.equal('done');
    const failed = unlessAborted(Promise.reject(new Error('broken')), neverAborted);
    expect(await failed.catch(String)).to.equal('Error: broken');
  });

  it('gives nothing once the signal aborts, before or during the work', async () => {
    const stopping = new AbortController();
    const ended = unlessAborted(never, stopping.signal);
    stopping.abort();
    expect(await ended).to.equal(undefined);
    expect(await unlessAborted(never, stopping.signal)).to.equal(undefined);
  });

  it('leaves no unhandled rejection when the work fails after the abort', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const stopping = new AbortController();
    const ended = unlessAborted(promise, stopping.signal);
    stopping.abort();
    await ended;
    reject(new Error('too late'));
    await unlessAborted(Promise.reject(new Error('late too')), stopping.signal);
    await new Promise(setImmediate);
  });
});
