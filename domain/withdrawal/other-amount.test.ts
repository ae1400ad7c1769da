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

const leaveUnresolved: WithdrawalCommand = { type: 'LeaveUnresolved', cause: 'unanswered', now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };

/** How a payout reached its state, and the key of the matter that staff then decide. */
const STORIES: Readonly<Record<string, readonly [(payout: Withdrawing) => void, matter: string]>> =
  {
    'without an outcome': [() => undefined, 'payout'],
    'that waited for people already': [({ tell }) => tell(leaveUnresolved), 'payout'],
    'that had failed': [({ tell }) => tell(failed), 'said SETTLED'],
    'that was paid': [({ says }) => says(ASKED), 'said SETTLED'],
    'of which people said that it was not made': [
      ({ tell, agree }) => {
        tell(leaveUnresolved);
        agree('payout', 'DID_NOT_HAPPEN');
      },
      'said SETTLED',
    ],
    'of which people said that it was made': [
      ({ tell, agree }) => {
        tell(leaveUnresolved);
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
          const payout = withdrawing();
          begin(payout);
          const stateAmount = () =>
            matter === 'payout' ? payout.says(amount) : payout.saysLater(amount);
          stateAmount();
          stateAmount();
          const [openMatter, ...otherMatters] = payout.waiting();
          expect(otherMatters).to.deep.equal([]);
          expect(openMatter).to.deep.include({ key: matter, amount });
          expect(openMatter?.said.amount).to.equal(amount);
          payout.agree(matter, 'HAPPENED');
          const { [CLEARING]: paidOut, [AVAILABLE]: available, ...rest } = payout.books();
          const { [CLEARING]: _, [AVAILABLE]: expectedAvailable, ...others } = booksWith(amount);
          expect([paidOut, available]).to.deep.equal([amount, expectedAvailable]);
          expect(rest).to.deep.equal(others);
          stateAmount();
          expect(payout.waiting()).to.deep.equal([]);
        }),
      );
    });
  }

  it('is shown to staff with the last stated amount, so that an earlier proposal is void', () => {
    const payout = withdrawing();
    payout.tell(leaveUnresolved, proposed('payout', 'HAPPENED', 'proposal-0'));
    payout.says(3_000);
    expect(() =>
      payout.tell({ type: 'ConfirmResolution', proposalId: 'proposal-0', by: 'admin:bia', now }),
    ).to.throw('investigation/changed');
    payout.says(2_000);
    expect(payout.waiting().map(({ amount }) => amount)).to.deep.equal([2_000]);
  });

  for (const decided of ['HAPPENED', 'DID_NOT_HAPPEN'] as const) {
    it(`is booked with the last stated amount, although staff decided ${decided}`, () => {
      const payout = withdrawing();
      payout.tell(leaveUnresolved);
      payout.agree('payout', decided);
      for (const amount of [3_000, 2_000, 9_700, 2_000]) {
        payout.saysLater(amount);
        expect(payout.books()[CLEARING]).to.equal(amount);
        expect(payout.waiting().map((matter) => matter.amount)).to.deep.equal([amount]);
      }
      payout.agree('said SETTLED', 'HAPPENED');
      expect(payout.books()).to.deep.equal(booksWith(2_000));
    });
  }

  it('is booked with the last stated amount, also after the acquirer stated that it came back', () => {
    const payout = withdrawing();
    payout.tell(leaveUnresolved);
    payout.agree('payout', 'HAPPENED');
    payout.saysLater(3_000);
    payout.tell({ type: 'RecordCameBack', cause: 'rejected', now });
    expect(payout.books()[CLEARING]).to.equal(undefined);
    expect(payout.waiting().map(({ key }) => key)).to.deep.equal(['said FAILED']);
    payout.saysLater(2_000);
    expect(payout.books()[CLEARING]).to.equal(2_000);
    payout.agree('said SETTLED', 'DID_NOT_HAPPEN');
    expect(payout.books()).to.deep.equal(booksWith(ASKED));
  });

  it('needs no decision once the acquirer states again what is on record, and a new one once the acquirer then states another amount', () => {
    const payout = withdrawing();
    payout.says(ASKED);
    payout.saysLater(3_000);
    payout.saysLater(ASKED);
    expect([payout.waiting(), payout.books()]).to.deep.equal([[], booksWith(ASKED)]);
    payout.saysLater(3_000);
    payout.agree('said SETTLED', 'DID_NOT_HAPPEN');
    payout.saysLater(3_000);
    expect(payout.waiting()).to.deep.equal([]);
    payout.saysLater(ASKED);
    payout.saysLater(3_000);
    expect(payout.waiting().map(({ amount }) => amount)).to.deep.equal([3_000]);
  });

  for (const [decided, repeatDecided] of [
    ['HAPPENED', ({ saysLater }: Withdrawing) => saysLater(ASKED)],
    ['DID_NOT_HAPPEN', ({ tell }: Withdrawing) => tell(failed)],
  ] as const) {
    it(`is booked as staff decided once the acquirer states the same as they: ${decided}`, () => {
      const payout = withdrawing();
      payout.tell(leaveUnresolved);
      payout.agree('payout', decided);
      const before = payout.books();
      payout.saysLater(3_000);
      repeatDecided(payout);
      repeatDecided(payout);
      expect([payout.waiting(), payout.books()]).to.deep.equal([[], before]);
    });
  }

  it('changes nothing when the amount that staff did not believe is stated again', () => {
    const payout = withdrawing();
    payout.says(3_000);
    payout.agree('payout', 'DID_NOT_HAPPEN');
    const before = payout.books();
    payout.saysLater(3_000);
    expect([payout.waiting(), payout.books()]).to.deep.equal([[], before]);
    payout.saysLater(2_000);
    expect(payout.waiting().map(({ amount }) => amount)).to.deep.equal([2_000]);
  });

  it('may be borne by the platform if its seller has got the money back', () => {
    const payout = withdrawing();
    payout.tell(failed);
    payout.saysLater(3_000);
    payout.agree('said SETTLED', 'BORNE_BY_PLATFORM');
    expect(payout.books()).to.deep.include({
      [CLEARING]: 3_000,
      'platform:demo:BRL:losses': -3_000,
    });
    payout.saysLater(3_000);
    expect(payout.waiting()).to.deep.equal([]);
  });

  for (const amount of [2_000, 4_000]) {
    it(`is borne with the amount that staff find out later, until it came back: ${amount}`, () => {
      const payout = withdrawing();
      payout.tell(failed);
      payout.saysLater(3_000);
      payout.agree('said SETTLED', 'BORNE_BY_PLATFORM');
      payout.saysLater(amount);
      payout.agree('said SETTLED', 'BORNE_BY_PLATFORM');
      const sold = { 'platform:demo:BRL:settling': -SOLD, [AVAILABLE]: SOLD };
      const borne = { ...sold, 'platform:demo:BRL:losses': -amount, [CLEARING]: amount };
      expect(payout.books()).to.deep.equal(borne);
      payout.tell(failed);
      payout.agree('said FAILED', 'HAPPENED');
      expect(payout.books()).to.deep.equal(sold);
    });
  }

  it('is given back whole if all that was paid comes back afterwards', () => {
    const payout = withdrawing();
    payout.says(3_000);
    payout.agree('payout', 'HAPPENED');
    payout.tell({ type: 'RecordCameBack', cause: 'rejected', now });
    payout.agree('said FAILED', 'HAPPENED');
    expect(payout.books()).to.deep.equal({
      'platform:demo:BRL:settling': -SOLD,
      [AVAILABLE]: SOLD,
    });
  });

  it('waits for staff even if no payout can have that amount, and moves nothing then', () => {
    const impossible: readonly Cents[] = [cents(-100), cents(99_999_999_999), ZERO];
    for (const amount of impossible) {
      const payout = withdrawing();
      payout.says(amount);
      const [openMatter] = payout.waiting();
      expect([openMatter?.amount, openMatter?.said.amount]).to.deep.equal([ASKED, amount]);
      payout.agree('payout', 'DID_NOT_HAPPEN');
      expect(payout.books()[AVAILABLE]).to.equal(SOLD);
      payout.saysLater(amount);
      expect(payout.books()[CLEARING]).to.equal(undefined);
    }
  });
});
