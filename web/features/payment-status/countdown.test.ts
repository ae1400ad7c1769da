import { expect } from 'chai';
import { countdown, milestone } from './countdown.ts';

const end = '2026-11-20T12:30:00.000Z';
const left = (seconds: number) => countdown(end, Date.parse(end) - seconds * 1_000);

describe('the time that a PIX has left', () => {
  it('is told in minutes and seconds, with hours when there are any', () => {
    expect(left(1_799).text).to.equal('29:59');
    expect(left(5_400).text).to.equal('1:30:00');
    expect(left(9.2).text).to.equal('00:10');
  });

  it('never runs below zero', () => {
    expect(left(-5)).to.deep.equal({ secondsLeft: 0, text: '00:00' });
  });

  it('is said aloud at five minutes and at one, and at no other second', () => {
    expect([301, 300, 61, 60, 1, 0].map(milestone)).to.deep.equal([
      'none',
      'five-minutes',
      'five-minutes',
      'one-minute',
      'one-minute',
      'none',
    ]);
  });
});
