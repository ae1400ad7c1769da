import { expect } from 'chai';
import fc from 'fast-check';
import { cents, ZERO, type Cents } from '#/domain/values/money.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { proposed } from '#/domain/testing/two-people.ts';
import {
  ASKED,
  AVAILABLE,
  booksWith,
  CLEARING,
  SOLD,
  withdrawing,
  type Withdrawing,
} from '#/domain/testing/withdrawing.ts';
import type { WithdrawalCommand } from './commands.ts';

const left: WithdrawalCommand = { type: 'LeaveUnresolved', cause: 'unanswered', now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };

/** How a payout reached its state, and the key of the matter that staff then decide. */
const STORIES: Readonly<Record<string, readonly [(it: Withdrawing) => void, matter: string]>> = {
  'without an outcome': [() => undefined, 'payout'],
  'that waited for people already': [({ tell }) => tell(left), 'payout'],
  'that had failed': [({ tell }) => tell(failed), 'said SETTLED'],
  'that was paid': [({ says }) => says(ASKED), 'said SETTLED'],
  'of which people said that it was not made': [
    ({ tell, agree }) => {
      tell(left);
      agree('payout', 'DID_NOT_HAPPEN');
    },
    'said SETTLED',
  ],
  'of which people said that it was made': [
    ({ tell, agree }) => {
      tell(left);
      agree('payout', 'HAPPENED');
    },
    'said SETTLED',
  ],
};

describe('A payout that was made with another amount', () => {
  for (const [story, [begin, matter]] of Object.entries(STORIES)) {
    it(`waits for staff, who book it to the cent: a payout ${story}`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 9_700 }), (amount) => {
          fc.pre(amount !== ASKED);
          const it = withdrawing();
          begin(it);
          const later = () => (matter === 'payout' ? it.says(amount) : it.saysLater(amount));
          later();
          later();
          const [waits, ...more] = it.waiting();
          expect(more).to.deep.equal([]);
          expect(waits).to.deep.include({ key: matter, amount });
          expect(waits?.said.amount).to.equal(amount);
          it.agree(matter, 'HAPPENED');
          const { [CLEARING]: paidOut, [AVAILABLE]: available, ...rest } = it.books();
          const { [CLEARING]: _, [AVAILABLE]: there, ...others } = booksWith(amount);
          expect([paidOut, available]).to.deep.equal([amount, there]);
          expect(rest).to.deep.equal(others);
          later();
          expect(it.waiting()).to.deep.equal([]);
        }),
      );
    });
  }

  it('is shown to staff with the amount that was said last, so what was proposed before is dropped', () => {
    const it = withdrawing();
    it.tell(left, proposed('payout', 'HAPPENED', 'proposal-0'));
    it.says(3_000);
    expect(() =>
      it.tell({ type: 'ConfirmResolution', proposalId: 'proposal-0', by: 'admin:bia', now }),
    ).to.throw('investigation/changed');
    it.says(2_000);
    expect(it.waiting().map(({ amount }) => amount)).to.deep.equal([2_000]);
  });

  for (const decided of ['HAPPENED', 'DID_NOT_HAPPEN'] as const) {
    it(`is booked as it was said last, against staff who said ${decided}`, () => {
      const it = withdrawing();
      it.tell(left);
      it.agree('payout', decided);
      for (const amount of [3_000, 2_000, 9_700, 2_000]) {
        it.saysLater(amount);
        expect(it.books()[CLEARING]).to.equal(amount);
        expect(it.waiting().map((matter) => matter.amount)).to.deep.equal([amount]);
      }
      it.agree('said SETTLED', 'HAPPENED');
      expect(it.books()).to.deep.equal(booksWith(2_000));
    });
  }

  it('is booked as it was said last, also after it was said to have come back', () => {
    const it = withdrawing();
    it.tell(left);
    it.agree('payout', 'HAPPENED');
    it.saysLater(3_000);
    it.tell({ type: 'RecordCameBack', cause: 'rejected', now });
    expect(it.books()[CLEARING]).to.equal(undefined);
    expect(it.waiting().map(({ key }) => key)).to.deep.equal(['said FAILED']);
    it.saysLater(2_000);
    expect(it.books()[CLEARING]).to.equal(2_000);
    it.agree('said SETTLED', 'DID_NOT_HAPPEN');
    expect(it.books()).to.deep.equal(booksWith(ASKED));
  });

  it('needs no decision once the acquirer says again what is on record, but another one once it states another amount again', () => {
    const it = withdrawing();
    it.says(ASKED);
    it.saysLater(3_000);
    it.saysLater(ASKED);
    expect([it.waiting(), it.books()]).to.deep.equal([[], booksWith(ASKED)]);
    it.saysLater(3_000);
    it.agree('said SETTLED', 'DID_NOT_HAPPEN');
    it.saysLater(3_000);
    expect(it.waiting()).to.deep.equal([]);
    it.saysLater(ASKED);
    it.saysLater(3_000);
    expect(it.waiting().map(({ amount }) => amount)).to.deep.equal([3_000]);
  });

  for (const [decided, asBefore] of [
    ['HAPPENED', ({ saysLater }: Withdrawing) => saysLater(ASKED)],
    ['DID_NOT_HAPPEN', ({ tell }: Withdrawing) => tell(failed)],
  ] as const) {
    it(`is booked as staff said once the acquirer says the same again: ${decided}`, () => {
      const it = withdrawing();
      it.tell(left);
      it.agree('payout', decided);
      const before = it.books();
      it.saysLater(3_000);
      asBefore(it);
      asBefore(it);
      expect([it.waiting(), it.books()]).to.deep.equal([[], before]);
    });
  }

  it('changes nothing when the amount that staff did not believe is said again', () => {
    const it = withdrawing();
    it.says(3_000);
    it.agree('payout', 'DID_NOT_HAPPEN');
    const before = it.books();
    it.saysLater(3_000);
    expect([it.waiting(), it.books()]).to.deep.equal([[], before]);
    it.saysLater(2_000);
    expect(it.waiting().map(({ amount }) => amount)).to.deep.equal([2_000]);
  });

  it('may be borne by the platform if its seller has got the money back', () => {
    const it = withdrawing();
    it.tell(failed);
    it.saysLater(3_000);
    it.agree('said SETTLED', 'BORNE_BY_PLATFORM');
    expect(it.books()).to.deep.include({ [CLEARING]: 3_000, 'platform:demo:BRL:losses': -3_000 });
    it.saysLater(3_000);
    expect(it.waiting()).to.deep.equal([]);
  });

  for (const amount of [2_000, 4_000]) {
    it(`is borne with the amount that staff find out later, until it came back: ${amount}`, () => {
      const it = withdrawing();
      it.tell(failed);
      it.saysLater(3_000);
      it.agree('said SETTLED', 'BORNE_BY_PLATFORM');
      it.saysLater(amount);
      it.agree('said SETTLED', 'BORNE_BY_PLATFORM');
      const sold = { 'platform:demo:BRL:settling': -SOLD, [AVAILABLE]: SOLD };
      const borne = { ...sold, 'platform:demo:BRL:losses': -amount, [CLEARING]: amount };
      expect(it.books()).to.deep.equal(borne);
      it.tell(failed);
      it.agree('said FAILED', 'HAPPENED');
      expect(it.books()).to.deep.equal(sold);
    });
  }

  it('is given back whole if all that was paid comes back afterwards', () => {
    const it = withdrawing();
    it.says(3_000);
    it.agree('payout', 'HAPPENED');
    it.tell({ type: 'RecordCameBack', cause: 'rejected', now });
    it.agree('said FAILED', 'HAPPENED');
    expect(it.books()).to.deep.equal({ 'platform:demo:BRL:settling': -SOLD, [AVAILABLE]: SOLD });
  });

  it('waits for staff even if no payout can have that amount, and moves nothing then', () => {
    const impossible: readonly Cents[] = [cents(-100), cents(99_999_999_999), ZERO];
    for (const amount of impossible) {
      const it = withdrawing();
      it.says(amount);
      const [waits] = it.waiting();
      expect([waits?.amount, waits?.said.amount]).to.deep.equal([ASKED, amount]);
      it.agree('payout', 'DID_NOT_HAPPEN');
      expect(it.books()[AVAILABLE]).to.equal(SOLD);
      it.saysLater(amount);
      expect(it.books()[CLEARING]).to.equal(undefined);
    }
  });
});
