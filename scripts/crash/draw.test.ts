import { expect } from 'chai';
import { drawFaults, WITH_EVENT_STORE } from './draw.ts';

describe('faults drawn by chance', () => {
  it('are the same of the same seed, and others of another', () => {
    expect(drawFaults(7, 12)).to.deep.equal(drawFaults(7, 12));
    expect(drawFaults(8, 12)).not.to.deep.equal(drawFaults(7, 12));
  });

  it('are of every kind, hit leaders and others, and end by themselves', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const faults = drawFaults(seed, 12);
      expect(faults).to.have.length(12);
      expect(new Set(faults.map(({ kind }) => kind))).to.have.property('size', 5);
      expect(new Set(faults.map(({ leader }) => leader))).to.have.property('size', 2);
      for (const { forMs } of faults) expect(forMs).to.be.within(2_000, 12_000);
    }
  });

  it('hit an event store only where there is one', () => {
    const kinds = (faults: ReturnType<typeof drawFaults>) =>
      new Set(faults.map(({ kind }) => kind));
    expect([...kinds(drawFaults(1, 100))].join()).not.to.contain('event store');
    expect(kinds(drawFaults(1, 12, WITH_EVENT_STORE))).to.include('freeze event store');
    expect(kinds(drawFaults(1, 12, WITH_EVENT_STORE))).to.include('kill event store');
  });

  it('are as many as were asked for, even when that is few', () => {
    expect(drawFaults(1, 0)).to.deep.equal([]);
    expect(drawFaults(1, 2)).to.have.length(2);
  });
});
