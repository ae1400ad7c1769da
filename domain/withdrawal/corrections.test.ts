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
      const it = withdrawing();
      for (const [index, amount] of amounts.entries()) {
        if (index === 0) it.says(amount);
        else it.saysLater(amount);
        it.agree(index === 0 ? 'payout' : 'said SETTLED', 'HAPPENED');
        expect(it.books()).to.deep.equal(booksWith(amount));
      }
    });
  }

  it('is given back to the seller each time that the bank returns it', () => {
    const it = withdrawing();
    it.says(ASKED);
    for (const _ of ['once', 'twice', 'a third time']) {
      it.tell(cameBack);
      expect(it.books()).to.deep.equal({ 'platform:demo:BRL:settling': -SOLD, [AVAILABLE]: SOLD });
      it.says(ASKED);
      it.agree('said SETTLED', 'HAPPENED');
      expect(it.books()).to.deep.equal(booksWith(ASKED));
    }
  });

  it('is taken each time that it is found paid after all', () => {
    const it = withdrawing();
    it.tell(failed);
    for (const amount of [3_000, 2_000]) {
      it.says(amount);
      it.agree('said SETTLED', 'HAPPENED');
      expect(it.books()).to.deep.equal(booksWith(amount));
      it.tell(cameBack);
      it.agree('said FAILED', 'HAPPENED');
      expect(it.books()[CLEARING]).to.equal(undefined);
    }
  });
});
