import { expect } from 'chai';
import { countdown, milestoneOf } from './countdown.ts';

const end = '2026-11-20T12:30:00.000Z';
const countdownWith = (seconds: number) => countdown(end, Date.parse(end) - seconds * 1_000);

describe('Time left to pay a PIX', () => {
  it('is shown in days, hours and minutes, and to the second only in the last five minutes', () => {
    expect(countdownWith(270_000).text).to.equal('3 d 3 h');
    expect(countdownWith(172_800).text).to.equal('2 d');
    expect(countdownWith(86_399).text).to.equal('24 h');
    expect(countdownWith(5_400).text).to.equal('1 h 30 min');
    expect(countdownWith(3_600).text).to.equal('1 h');
    expect(countdownWith(1_799).text).to.equal('30 min');
    expect(countdownWith(301).text).to.equal('6 min');
    expect(countdownWith(300).text).to.equal('5:00');
    expect(countdownWith(9.2).text).to.equal('0:10');
  });

  it('never falls below zero', () => {
    expect(countdownWith(-5)).to.deep.equal({ secondsLeft: 0, text: '0:00' });
  });

  it('has one milestone in the last five minutes, another in the last minute, and none before or at the end', () => {
    expect([301, 300, 61, 60, 1, 0].map(milestoneOf)).to.deep.equal([
      'none',
      'five-minutes',
      'five-minutes',
      'one-minute',
      'one-minute',
      'none',
    ]);
  });
});
