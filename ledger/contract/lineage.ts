import { expect } from 'chai';
import { fact, newStream, type CurrentStore } from './samples.ts';

export const lineageContract = (current: CurrentStore): void => {
  it('names the same copy of the log in each process, and after appends', async () => {
    const { store, reopen } = current();
    const copy = store.lineage();
    await store.append(newStream(), [fact()], { expected: 'no_stream' });
    expect(store.lineage()).to.equal(copy);
    expect((await reopen()).lineage()).to.equal(copy);
    expect(copy).to.not.equal('');
  });
};
