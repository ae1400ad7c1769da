import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import {
  ASKED,
  AVAILABLE,
  booksWith,
  CLEARING,
  SOLD,
  withdrawing,
} from '#/domain/testing/withdrawing.ts';
import type { WithdrawalCommand } from './commands.ts';

const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };
const cameBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'rejected', now };

describe('A payout that is corrected more than once', () => {
  for (const amounts of [
    [3_000, 2_000, 1_000],
    [6_000, 7_000, 8_000],
    [3_000, 6_000, 2_000, 2_500, ASKED],
  ]) {
    it(`is booked with each amount that staff conclude: ${amounts.join(', ')}`, () => {
      const payout = withdrawing();
      for (const [index, amount] of amounts.entries()) {
        if (index === 0) payout.says(amount);
        else payout.saysLater(amount);
        payout.agree(index === 0 ? 'payout' : 'said SETTLED', 'HAPPENED');
        expect(payout.books()).to.deep.equal(booksWith(amount));
      }
    });
  }

  it('is given back to the seller each time that the bank returns it', () => {
    const payout = withdrawing();
    payout.says(ASKED);
    for (const _ of ['once', 'twice', 'a third time']) {
      payout.tell(cameBack);
      expect(payout.books()).to.deep.equal({
        'platform:demo:BRL:settling': -SOLD,
        [AVAILABLE]: SOLD,
      });
      payout.says(ASKED);
      payout.agree('said SETTLED', 'HAPPENED');
      expect(payout.books()).to.deep.equal(booksWith(ASKED));
    }
  });

  it('is taken from the seller each time that it is found paid after all', () => {
    const payout = withdrawing();
    payout.tell(failed);
    for (const amount of [3_000, 2_000]) {
      payout.says(amount);
      payout.agree('said SETTLED', 'HAPPENED');
      expect(payout.books()).to.deep.equal(booksWith(amount));
      payout.tell(cameBack);
      payout.agree('said FAILED', 'HAPPENED');
      expect(payout.books()[CLEARING]).to.equal(undefined);
    }
  });
});
