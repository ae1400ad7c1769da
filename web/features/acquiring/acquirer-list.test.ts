import { expect } from 'chai';
import { answeredPart, found } from './acquirer-list.ts';

const acquirers = [
  { id: 'onz', label: 'ONZ', connected: false },
  { id: 'pme', label: 'Pagár.me', connected: true },
  { id: 'paguesafe', label: 'PagueSafe', connected: false },
];

describe('the acquirers to choose from', () => {
  it('are found by name, whatever the accents and capitals, and parted by whether they are connected', () => {
    const { connected, others } = found(acquirers, ' PAG');
    expect(connected.map(({ id }) => id)).to.deep.equal(['pme']);
    expect(others.map(({ id }) => id)).to.deep.equal(['paguesafe']);
    expect(found(acquirers, 'pagar').connected).to.have.length(1);
    expect(found(acquirers, '').others).to.have.length(2);
  });

  it('have no answered part until somebody called', () => {
    expect(answeredPart({ calls: 0, answered: 0 })).to.equal(undefined);
    expect(answeredPart({ calls: 4, answered: 1 })).to.equal(0.25);
  });
});
