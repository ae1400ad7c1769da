import { expect } from 'chai';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
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

  it('is nothing if another payout was found while the acquirer answered about the first', () => {
    const asked = { attemptId: null, providerWithdrawIds: ['po-1'] };
    for (const answer of [settled, failed] as const) {
      const outdated: WithdrawalCommand = { ...answer, asked };
      const after = stateAfter(open, sent, outdated);
      expect(confirmedOfPayout(after, [outdated])).to.deep.equal([]);
    }
  });
});
