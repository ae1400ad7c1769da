import { expect } from 'chai';
import { fetchOnce } from './fetch-once.ts';

describe('What is fetched once', () => {
  const failing = () => {
    let [fetches, time, isAway] = [0, 0, true];
    const get = fetchOnce(
      async () => {
        fetches += 1;
        if (isAway) throw new Error('offline');
        return 'texts';
      },
      () => time,
    );
    return {
      get,
      fetches: () => fetches,
      comeBackAfter: (ms: number) => {
        time += ms;
        isAway = false;
      },
    };
  };
  const outcomeOf = (value: Promise<string>) => value.catch((error: unknown) => String(error));

  it('is fetched again after a failure, but not at once, so that a page shows the failure', async () => {
    const { get, fetches, comeBackAfter } = failing();
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
