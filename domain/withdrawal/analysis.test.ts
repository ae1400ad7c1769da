import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal, type WithdrawalEvent } from './decider.ts';

const { given, facts } = specify(withdrawal);

const request: WithdrawalCommand = {
  type: 'RequestWithdrawal',
  withdrawal: {
    ...sampleWithdrawal,
    heldIn: 1,
    approval: { people: 2, reasons: ['ABOVE_SECOND_LIMIT'] },
  },
};
const later = addSeconds(now, 60);
const begin = (by: string, insteadOf: Timestamp | null = null): WithdrawalCommand => ({
  type: 'BeginAnalysis',
  by,
  insteadOf,
  now: insteadOf === null ? now : later,
});
const end = (by: string): WithdrawalCommand => ({ type: 'EndAnalysis', by, now: later });
const approve = (by: string, ...earlier: readonly string[]): WithdrawalCommand => ({
  type: 'ApprovePayout',
  by,
  staffRevision: 0,
  earlier: earlier.map((each) => ({ by: each, isValid: true })),
  now: later,
});
const refuse: WithdrawalCommand = {
  type: 'RefusePayout',
  by: 'admin:bia',
  reason: 'Fora do padrão',
  epoch: FIRST_EPOCH,
  now: later,
};

const analysisAfter = (...events: readonly WithdrawalEvent[]) => {
  const state = replay(withdrawal, events);
  return state.status === 'NONE' ? expect.fail('no withdrawal') : state.analysis;
};

describe('Who is looking into a payout that waits for approval', () => {
  it('is one member of staff at a time, on record since when', () => {
    given(...facts(request))
      .when(begin('admin:ana'))
      .yields('WithdrawalAnalysisBegun');
    expect(analysisAfter(...facts(request, begin('admin:ana')))).to.deep.equal({
      by: 'admin:ana',
      since: now,
    });
    given(...facts(request, begin('admin:ana')))
      .when(begin('admin:ana'))
      .yieldsNothing();
  });

  it('is taken over only by someone who saw that another was looking into it', () => {
    const begun = facts(request, begin('admin:ana'));
    given(...begun)
      .when(begin('admin:bia'))
      .refuses('withdrawal/analysed-meanwhile');
    const takenOver = facts(request, begin('admin:ana'), begin('admin:bia', now));
    expect(analysisAfter(...takenOver)).to.deep.equal({ by: 'admin:bia', since: later });
    given(...takenOver)
      .when(begin('admin:caio', now))
      .refuses('withdrawal/analysed-meanwhile');
  });

  it('can end the analysis, and no one else can', () => {
    const begun = facts(request, begin('admin:ana'));
    given(...begun)
      .when(end('admin:bia'))
      .yieldsNothing();
    given(...begun)
      .when(end('admin:ana'))
      .yields('WithdrawalAnalysisEnded');
    expect(analysisAfter(...facts(request, begin('admin:ana'), end('admin:ana')))).to.equal(null);
    given(...facts(request, begin('admin:ana'), refuse))
      .when(end('admin:ana'))
      .yieldsNothing();
  });

  it('prevents no one else from approving or refusing the payout', () => {
    const begun = facts(request, begin('admin:ana'));
    given(...begun)
      .when(approve('admin:bia'))
      .yields('WithdrawalApproved');
    given(...begun)
      .when(refuse)
      .yields('WithdrawalRefused', 'WithdrawalFailed');
  });

  it('has ended the analysis once they have decided, and everyone has once the payout no longer waits', () => {
    const begun = [request, begin('admin:ana')] as const;
    expect(analysisAfter(...facts(...begun, approve('admin:ana')))).to.equal(null);
    expect(analysisAfter(...facts(...begun, approve('admin:bia')))).to.include({ by: 'admin:ana' });
    expect(analysisAfter(...facts(...begun, refuse))).to.equal(null);
    const decided = facts(request, approve('admin:ana'), approve('admin:bia', 'admin:ana'));
    given(...decided)
      .when(begin('admin:caio'))
      .refuses('withdrawal/not-waiting');
  });
});
