import { expect } from 'chai';
import { answeredPart, findAcquirers } from './acquirer-list.ts';

const acquirers = [
  { id: 'onz', label: 'ONZ', connected: false },
  { id: 'pme', label: 'Pagár.me', connected: true },
  { id: 'paguesafe', label: 'PagueSafe', connected: false },
];

describe('List of acquirers to choose from', () => {
  it('finds acquirers by name, ignoring accents and case, and separates connected ones from the others', () => {
    const { connected, others } = findAcquirers(acquirers, ' PAG');
    expect(connected.map(({ id }) => id)).to.deep.equal(['pme']);
    expect(others.map(({ id }) => id)).to.deep.equal(['paguesafe']);
    expect(findAcquirers(acquirers, 'pagar').connected).to.have.length(1);
    expect(findAcquirers(acquirers, '').others).to.have.length(2);
  });

  it('gives the share of answered calls, and none before the first call', () => {
    expect(answeredPart({ calls: 0, answered: 0 })).to.equal(undefined);
    expect(answeredPart({ calls: 4, answered: 1 })).to.equal(0.25);
  });
});
