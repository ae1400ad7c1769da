import { expect } from 'chai';
import { sampleNow as since } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { epochOfRequest, isRecordComplete, mayRepeatLost } from './epoch.ts';

const second = { number: 2, since, began: '5' };
const HOUR = 3_600;

describe('A request after the log became another copy', () => {
  it('may repeat a lost one if its id may be older than the epoch, or only little younger', () => {
    expect(mayRepeatLost(second, addSeconds(since, -1))).to.equal(true);
    expect(mayRepeatLost(second, addSeconds(since, 60)), 'clocks and pages differ').to.equal(true);
    expect(mayRepeatLost(second, addSeconds(since, HOUR))).to.equal(false);
    const first = { ...second, number: 1 };
    expect(mayRepeatLost(first, addSeconds(since, -1)), 'nothing was ever lost').to.equal(false);
  });

  it('has all its calls on record only if it was certainly made for the first time in the epoch', () => {
    const at = addSeconds(since, HOUR);
    const isComplete = (position: string, mayRepeat?: true) => {
      const data = { ...(mayRepeat && { mayRepeat }) };
      return isRecordComplete(second, { at, epoch: epochOfRequest(second, { position, data }) });
    };
    expect(isComplete('6')).to.equal(true);
    expect(isComplete('6', true), 'it may repeat a lost one').to.equal(false);
    expect(isComplete('5'), 'of an earlier epoch').to.equal(false);
  });
});
