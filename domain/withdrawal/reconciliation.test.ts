import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal, type WithdrawalEvent } from './decider.ts';
import { markStateOf } from './mark-state.ts';
import type { Reconciliation } from './reconciliation.ts';

const { given, facts } = specify(withdrawal);

const SENT = cents(4_850);
const later = addSeconds(now, 60);

const request: WithdrawalCommand = { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal };
const settle: WithdrawalCommand = { type: 'RecordSettled', endToEndId: 'E1', now };
const comeBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'closed', now: later };
const mark = (
  by = 'admin:ana',
  { amount = SENT, reference = null }: { amount?: Cents; reference?: string | null } = {},
): WithdrawalCommand => ({ type: 'ReconcilePayout', by, amount, reference, now: later });
const revert = (by = 'admin:bia'): WithdrawalCommand => ({
  type: 'RevertReconciliation',
  by,
  reason: 'Era outro lançamento',
  now: later,
});

/** The acquirer says that it paid another amount, and staff find that it did. */
const paidOther = (amount: Cents): readonly WithdrawalCommand[] => [
  { type: 'LeaveUnresolved', cause: 'other-amount', saidAmount: amount, now },
  ...agreed('said SETTLED', 'HAPPENED'),
];

const markAfter = (...events: readonly WithdrawalEvent[]): Reconciliation | null => {
  const state = replay(withdrawal, events);
  return state.status === 'NONE' ? expect.fail('no withdrawal') : state.reconciliation;
};

describe('The mark that a payout was found on the bank’s statement', () => {
  const paid = [request, settle] as const;

  it('says who found which amount when, and the reference there', () => {
    const marked = facts(...paid, mark('admin:ana', { reference: 'EXT-11/42' }));
    expect(marked.at(-1)?.type).to.equal('WithdrawalReconciled');
    expect(markAfter(...marked)).to.deep.equal({
      by: 'admin:ana',
      at: later,
      amount: SENT,
      reference: 'EXT-11/42',
      isOutdated: false,
    });
  });

  it('moves no money, neither set nor taken back', () => {
    const events = facts(...paid, mark(), revert()).slice(-2);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'WithdrawalReconciled',
      'WithdrawalReconciliationReverted',
    ]);
    expect(events.flatMap((event) => postingsOf(event))).to.deep.equal([]);
  });

  it('is refused to a payout that is not paid, failed, or came back', () => {
    const failed = { type: 'RecordFailed', cause: 'rejected', now } as const;
    for (const history of [[request], [request, failed], [...paid, comeBack]])
      given(...facts(...history))
        .when(mark())
        .refuses('withdrawal/not-paid');
    given().when(mark()).refuses('withdrawal/unknown');
  });

  it('is refused with another amount than was sent', () => {
    given(...facts(...paid))
      .when(mark('admin:ana', { amount: cents(5_000) }))
      .refuses('withdrawal/other-amount');
  });

  it('is set once: a second one, also of another person or with another reference, changes nothing', () => {
    const marked = facts(...paid, mark());
    for (const second of [mark(), mark('admin:bia'), mark('admin:ana', { reference: 'EXT-2' })])
      given(...marked)
        .when(second)
        .yieldsNothing();
  });

  it('is taken back once, with the reason, and can then be set again', () => {
    const reverted = facts(...paid, mark(), revert());
    const [last] = reverted.slice(-1);
    expect(last?.data).to.include({ by: 'admin:bia', reason: 'Era outro lançamento' });
    expect(markAfter(...reverted)).to.equal(null);
    given(...reverted)
      .when(revert())
      .yieldsNothing();
    given(...reverted)
      .when(mark())
      .yields('WithdrawalReconciled');
  });

  it('stays to be seen when the payout comes back, but no longer holds', () => {
    const returned = facts(...paid, mark(), comeBack);
    expect(returned.at(-1)?.type).to.equal('WithdrawalCameBack');
    const found = markAfter(...returned);
    expect(found).to.include({ by: 'admin:ana', isOutdated: true });
    expect(markStateOf(found, true)).to.equal('RETURNED');
    given(...returned)
      .when(revert())
      .yields('WithdrawalReconciliationReverted');
  });

  it('no longer holds when staff find that another amount was paid, which can be marked in turn', () => {
    const other = cents(4_800);
    const corrected = facts(...paid, mark(), ...paidOther(other));
    const found = markAfter(...corrected);
    expect(found).to.include({ amount: SENT, isOutdated: true });
    expect(markStateOf(found, false)).to.equal('CHANGED');
    given(...corrected)
      .when(mark())
      .refuses('withdrawal/other-amount');
    const again = mark('admin:bia', { amount: other });
    given(...corrected)
      .when(again)
      .yields('WithdrawalReconciled');
    const marked = markAfter(
      ...corrected,
      ...withdrawal.decide(again, replay(withdrawal, corrected)),
    );
    expect(marked).to.include({ by: 'admin:bia', amount: other, isOutdated: false });
    expect(markStateOf(marked, false)).to.equal('RECONCILED');
  });

  it('outlasts a contradiction of the acquirer, about which staff decide', () => {
    const said = { type: 'RecordFailed', cause: 'rejected', now: later } as const;
    const contradicted = facts(...paid, mark(), said);
    expect(contradicted.at(-1)?.type).to.equal('WithdrawalContradicted');
    expect(markAfter(...contradicted)).to.include({ isOutdated: false });
  });
});
