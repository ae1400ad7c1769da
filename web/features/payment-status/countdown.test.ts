import { expect } from 'chai';
import { countdown, milestoneOf } from './countdown.ts';

const end = '2026-11-20T12:30:00.000Z';
const left = (seconds: number) => countdown(end, Date.parse(end) - seconds * 1_000);

describe('Time left to pay a PIX', () => {
  it('is shown in days, hours and minutes, and to the second only in the last five minutes', () => {
    expect(left(270_000).text).to.equal('3 d 3 h');
    expect(left(172_800).text).to.equal('2 d');
    expect(left(86_399).text).to.equal('24 h');
    expect(left(5_400).text).to.equal('1 h 30 min');
    expect(left(3_600).text).to.equal('1 h');
    expect(left(1_799).text).to.equal('30 min');
    expect(left(301).text).to.equal('6 min');
    expect(left(300).text).to.equal('5:00');
    expect(left(9.2).text).to.equal('0:10');
  });

  it('never falls below zero', () => {
    expect(left(-5)).to.deep.equal({ secondsLeft: 0, text: '0:00' });
  });

  it('has a milestone from five minutes on, another from one minute on, and none outside that time', () => {
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
