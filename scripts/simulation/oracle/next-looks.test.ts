import { expect } from 'chai';
import { judgeNextLooks } from './next-looks.ts';
import type { EventText } from './texts.ts';

const event = (stream: string, type: string): EventText => ({
  position: `${stream} ${type}`,
  id: `${stream} ${type}`,
  stream,
  type,
  data: '{}',
  meta: '{}',
});

const attempted = event('withdrawal-w-1', 'WithdrawalAttempted');

/** What is found when the product will ask about these withdrawals, by the events that their read model has. */
const judged = (events: readonly EventText[], ids: readonly string[], upTo = events.at(-1)) =>
  judgeNextLooks(events, { category: 'withdrawal', upTo: upTo?.position ?? '', ids });

describe('The judge of next looks', () => {
  it('finds an open attempt about which no acquirer will be asked again', () => {
    const events = [event('withdrawal-w-1', 'WithdrawalRequested'), attempted];
    expect(judged(events, ['w-1'])).to.deep.equal([]);
    expect(judged(events, ['w-2'])).to.deep.equal([
      'withdrawal-w-1 has an open attempt, and its acquirer will not be asked again',
    ]);
  });

  it('finds nothing where the attempt has ended, or waits for staff', () => {
    for (const type of ['WithdrawalSettled', 'WithdrawalFailed', 'WithdrawalLeftUnresolved'])
      expect(judged([attempted, event('withdrawal-w-1', type)], [])).to.deep.equal([]);
  });

  it('finds nothing where nothing was called, and in requests of another kind', () => {
    const others = [
      event('withdrawal-w-1', 'WithdrawalRequested'),
      event('refund-r-1', 'RefundAttempted'),
    ];
    expect(judged(others, [])).to.deep.equal([]);
  });

  it('takes only those events into account that the read model has', () => {
    const requested = event('withdrawal-w-1', 'WithdrawalRequested');
    expect(judged([requested, attempted], [], requested)).to.deep.equal([]);
    const lost = event('withdrawal-w-2', 'WithdrawalRequested');
    expect(judged([requested, attempted], [], lost)).to.deep.equal([]);
  });
});
