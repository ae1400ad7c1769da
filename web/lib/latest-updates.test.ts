import { expect } from 'chai';
import { LatestUpdates } from './latest-updates.ts';

describe('what was told live', () => {
  it('stands over an answer that is older, and not over one that is as new', () => {
    const reported = new LatestUpdates<string>();
    reported.note('a', { position: '0005', data: 'paid' });
    expect(reported.after('a', '0004')).to.equal('paid');
    expect(reported.after('a', '0005')).to.equal(undefined);
    expect(reported.after('a', '0006')).to.equal(undefined);
    expect(reported.after('b', '0001')).to.equal(undefined);
  });

  it('says nothing of another log', () => {
    const reported = new LatestUpdates<string>();
    reported.note('a', { position: '0005', data: 'paid' });
    expect(reported.after('a', '3')).to.equal(undefined);
    expect(reported.after('a', '00000000001')).to.equal(undefined);
  });

  it('forgets the oldest', () => {
    const reported = new LatestUpdates<number>();
    for (let id = 0; id <= 500; id += 1) reported.note(String(id), { position: '2', data: id });
    expect(reported.after('0', '1')).to.equal(undefined);
    expect(reported.after('1', '1')).to.equal(1);
    expect(reported.after('500', '1')).to.equal(500);
  });
});
