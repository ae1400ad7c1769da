import { expect } from 'chai';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { cents } from '#/domain/values/money.ts';
import type { WithdrawalCommand } from './commands.ts';
import { confirmedOfPayout } from './confirmation.ts';
import { withdrawal, type Withdrawal } from './decider.ts';

const stateAfter = (...commands: readonly WithdrawalCommand[]) => {
  const after = commands.reduce<Withdrawal>(
    (state, command) => withdrawal.decide(command, state).reduce(withdrawal.evolve, state),
    withdrawal.initial,
  );
  if (after.status === 'NONE') throw new Error('no payout was requested');
  return after;
};

const open: WithdrawalCommand = { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal };
const sent: WithdrawalCommand = { type: 'RecordSent', providerWithdrawId: 'po-2', now };
const settled: WithdrawalCommand = { type: 'RecordSettled', endToEndId: null, now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };
const cameBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'rejected', now };

describe('What an acquirer’s answer confirms of the claim of a payout’s notice', () => {
  it('is what the payout shows afterwards: paid, failed, or paid and come back', () => {
    expect(confirmedOfPayout(stateAfter(open, settled), [settled])).to.deep.equal(['APPROVED']);
    expect(confirmedOfPayout(stateAfter(open, failed), [failed])).to.deep.equal([
      'REJECTED',
      'CANCELED',
    ]);
    expect(confirmedOfPayout(stateAfter(open, settled, cameBack), [cameBack])).to.deep.equal([
      'APPROVED',
      'REJECTED',
      'CANCELED',
    ]);
  });

  it('is also what contradicts the record and waits for staff', () => {
    const after = stateAfter(open, failed, settled);
    expect(after.status).to.equal('FAILED');
    expect(confirmedOfPayout(after, [settled])).to.deep.equal(['APPROVED']);
  });

  it('is nothing if another payout came on record while the acquirer answered about the first', () => {
    const asked = { attemptId: null, providerWithdrawIds: ['po-1'] };
    for (const answer of [settled, failed] as const) {
      const outdated: WithdrawalCommand = { ...answer, asked };
      const after = stateAfter(open, sent, outdated);
      expect(confirmedOfPayout(after, [outdated])).to.deep.equal([]);
    }
  });

  it('is also a payment of another amount, once staff have decided that it happened', () => {
    const other: WithdrawalCommand = {
      type: 'LeaveUnresolved',
      cause: 'other-amount',
      saidAmount: cents(4_000),
      now,
    };
    const before = [open, sent, other];
    expect(confirmedOfPayout(stateAfter(...before), [sent, other])).to.deep.equal([]);
    const after = stateAfter(...before, ...agreed('payout', 'HAPPENED'), sent, other);
    expect(after).to.include({ status: 'SETTLED', paid: 4_000 });
    expect(confirmedOfPayout(after, [sent, other])).to.deep.equal(['APPROVED']);
  });

  it('is the payment while the platform bears it, and the failure once the money went back', () => {
    const borne = [open, failed, settled, ...agreed('said SETTLED', 'BORNE_BY_PLATFORM')];
    const paid = stateAfter(...borne);
    expect(confirmedOfPayout(paid, [settled])).to.deep.equal(['APPROVED']);
    const back = stateAfter(...borne, failed);
    expect(confirmedOfPayout(back, [failed])).to.include('REJECTED');
  });
});
