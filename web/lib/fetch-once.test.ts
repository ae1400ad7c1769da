import { expect } from 'chai';
import { fetchOnce } from './fetch-once.ts';

describe('What is fetched once', () => {
  /** Fetches fail until `comeBackAfter`, which also moves the clock. */
  const failAtFirst = () => {
    let [fetches, time, isOffline] = [0, 0, true];
    const get = fetchOnce(
      async () => {
        fetches += 1;
        if (isOffline) throw new Error('offline');
        return 'texts';
      },
      () => time,
    );
    return {
      get,
      fetches: () => fetches,
      comeBackAfter: (ms: number) => {
        time += ms;
        isOffline = false;
      },
    };
  };
  const outcomeOf = (value: Promise<string>) => value.catch((error: unknown) => String(error));

  it('is fetched again after a failure, but not within a second, so that a page shows the failure', async () => {
    const { get, fetches, comeBackAfter } = failAtFirst();
    const first = get();
    expect(await outcomeOf(first)).to.equal('Error: offline');
    comeBackAfter(999);
    expect(get()).to.equal(first);
    comeBackAfter(1);
    expect(await get()).to.equal('texts');
    expect(await get()).to.equal('texts');
    expect(fetches()).to.equal(2);
  });
});
