import { expect } from 'chai';
import { within } from './within.ts';

const never = new Promise<string>(() => undefined);

describe('within', () => {
  it('gives the result or error of a promise that settles in time', async () => {
    expect(await within(10_000, Promise.resolve('done'), () => 'late')).to.equal('done');
    const failed = within(10_000, Promise.reject(new Error('broken')), () => 'late');
    expect(await failed.catch(String)).to.equal('Error: broken');
  });

  it('gives the result or error of the fallback when the time is over', async () => {
    expect(await within(1, never, () => 'late')).to.equal('late');
    const failed = within(1, never, () => {
      throw new Error('no answer in time');
    });
    expect(await failed.catch(String)).to.equal('Error: no answer in time');
  });

  it('leaves no unhandled rejection when the promise fails after the time is over', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    expect(await within(1, promise, () => 'late')).to.equal('late');
    reject(new Error('too late'));
    await new Promise(setImmediate);
  });
});
