import { expect } from 'chai';
import { LatestUpdates } from './latest-updates.ts';

describe('Live update of a record', () => {
  it('overrides an older response, but not one of the same or a later position', () => {
    const updates = new LatestUpdates<string>();
    updates.note('a', { position: '0005', data: 'paid' });
    expect(updates.after('a', '0004')).to.equal('paid');
    expect(updates.after('a', '0005')).to.equal(undefined);
    expect(updates.after('a', '0006')).to.equal(undefined);
    expect(updates.after('b', '0001')).to.equal(undefined);
  });

  it('does not override a response with a position of another log', () => {
    const updates = new LatestUpdates<string>();
    updates.note('a', { position: '0005', data: 'paid' });
    expect(updates.after('a', '3')).to.equal(undefined);
    expect(updates.after('a', '00000000001')).to.equal(undefined);
  });

  it('is discarded when it is the oldest of more than 500', () => {
    const updates = new LatestUpdates<number>();
    for (let id = 0; id <= 500; id += 1) updates.note(String(id), { position: '2', data: id });
    expect(updates.after('0', '1')).to.equal(undefined);
    expect(updates.after('1', '1')).to.equal(1);
    expect(updates.after('500', '1')).to.equal(500);
  });
});
