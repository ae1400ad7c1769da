import { expect } from 'chai';
import { drawFaults, WITH_EVENT_STORE } from './draw.ts';

describe('drawFaults', () => {
  it('draws the same faults for the same seed, and others for another seed', () => {
    expect(drawFaults(7, 12)).to.deep.equal(drawFaults(7, 12));
    expect(drawFaults(8, 12)).not.to.deep.equal(drawFaults(7, 12));
  });

  it('draws every kind, for leaders and other processes, each lasting 2 to 12 seconds', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const faults = drawFaults(seed, 12);
      expect(faults).to.have.length(12);
      expect(new Set(faults.map(({ kind }) => kind))).to.have.property('size', 5);
      expect(new Set(faults.map(({ leader }) => leader))).to.have.property('size', 2);
      for (const { forMs } of faults) expect(forMs).to.be.within(2_000, 12_000);
    }
  });

  it('draws faults of an event store only when there is one', () => {
    const kinds = (faults: ReturnType<typeof drawFaults>) =>
      new Set(faults.map(({ kind }) => kind));
    expect([...kinds(drawFaults(1, 100))].join()).not.to.contain('event store');
    expect(kinds(drawFaults(1, 12, WITH_EVENT_STORE))).to.include('freeze event store');
    expect(kinds(drawFaults(1, 12, WITH_EVENT_STORE))).to.include('kill event store');
  });

  it('draws as many faults as requested, even zero or two', () => {
    expect(drawFaults(1, 0)).to.deep.equal([]);
    expect(drawFaults(1, 2)).to.have.length(2);
  });
});
