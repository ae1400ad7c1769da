import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents, positiveCents } from '#/domain/values/money.ts';
import { FIRST_EPOCH } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleSigned, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { approvalFor, countMissing, type NeededApproval } from './approval.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal, type WithdrawalEvent } from './decider.ts';

const { given, facts } = specify(withdrawal);

const limits = {
  approvalAbove: positiveCents.parse(1_000_00),
  secondApprovalAbove: positiveCents.parse(5_000_00),
};

const request = (people: 1 | 2): WithdrawalCommand => ({
  type: 'RequestWithdrawal',
  withdrawal: { ...sampleWithdrawal, heldIn: 1, approval: { people, reasons: ['ABOVE_LIMIT'] } },
});
const later = addSeconds(now, 3_600);
const approve = (by: string, ...others: readonly string[]): WithdrawalCommand => ({
  type: 'ApprovePayout',
  by,
  staffRevision: 0,
  earlier: others.map((other) => ({ by: other, isValid: true })),
  now: later,
});
/** `admin:ana` approved the payout before she was blocked. */
const approveWithoutAna = (by: string): WithdrawalCommand => ({
  type: 'ApprovePayout',
  by,
  staffRevision: 0,
  earlier: [{ by: 'admin:ana', isValid: false }],
  now: later,
});
const refuse = {
  type: 'RefusePayout',
  by: 'admin:ana',
  reason: 'Fora do padrão',
  epoch: FIRST_EPOCH,
  now: later,
} as const;
const attemptId = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
const begin = (approvers: readonly string[]): WithdrawalCommand => ({
  type: 'BeginPayout',
  signed: { ...sampleSigned, approvers: [...approvers] },
  attemptId,
  after: null,
  epoch: 1,
  now: later,
});

const missingAfter = (...events: readonly WithdrawalEvent[]): number => {
  const state = replay(withdrawal, events);
  return state.status === 'NONE' ? expect.fail('no withdrawal') : countMissing(state);
};

describe('The approval that a payout needs', () => {
  const needed = (
    amount: number,
    isDestinationNew = false,
    limitsSet: Parameters<typeof approvalFor>[0] = limits,
  ): NeededApproval | undefined =>
    approvalFor(limitsSet, { amount: cents(amount), isDestinationNew });

  it('is by one member of staff above the first limit, and by two above the second', () => {
    expect(needed(1_000_00)).to.equal(undefined);
    expect(needed(1_000_01)).to.deep.equal({ people: 1, reasons: ['ABOVE_LIMIT'] });
    expect(needed(5_000_00)).to.include({ people: 1 });
    expect(needed(5_000_01)).to.deep.equal({ people: 2, reasons: ['ABOVE_SECOND_LIMIT'] });
  });

  it('is by one member of staff for a new destination, whatever the amount', () => {
    expect(needed(1, true)).to.deep.equal({ people: 1, reasons: ['NEW_DESTINATION'] });
    expect(needed(5_000_01, true)?.reasons).to.deep.equal([
      'ABOVE_SECOND_LIMIT',
      'NEW_DESTINATION',
    ]);
    expect(needed(5_000_01, false, {})).to.equal(undefined);
  });
});

describe('A payout that waits for approval', () => {
  it('is not sent before as many people have approved it as it needs', () => {
    given(...facts(request(1)))
      .when(begin([]))
      .yieldsNothing();
    given(...facts(request(1)))
      .when(approve('admin:ana'), begin(['admin:ana']))
      .yields('WithdrawalApproved', 'WithdrawalSigned', 'WithdrawalAttempted');
    given(...facts(request(2), approve('admin:ana')))
      .when(begin(['admin:ana']))
      .yieldsNothing();
    given(...facts(request(2), approve('admin:ana')))
      .when(approve('admin:bia', 'admin:ana'), begin(['admin:ana', 'admin:bia']))
      .yields('WithdrawalApproved', 'WithdrawalSigned', 'WithdrawalAttempted');
  });

  it('needs two different people if it needs two', () => {
    given(...facts(request(2), approve('admin:ana')))
      .when(approve('admin:ana'))
      .refuses('withdrawal/same-person');
    expect(missingAfter(...facts(request(2), approve('admin:ana')))).to.equal(1);
  });

  it('is approved only by a command that names the earlier approvals, and whether they still count', () => {
    given(...facts(request(2), approve('admin:ana')))
      .when(approve('admin:bia'))
      .refuses('withdrawal/approved-meanwhile');
  });

  it('goes on waiting when an earlier approval no longer counts, and is signed without it', () => {
    const lapsed = facts(request(2), approve('admin:ana'), approveWithoutAna('admin:bia'));
    expect(lapsed.at(-1)?.data).to.deep.include({ approvedBy: 'admin:bia', lapsed: ['admin:ana'] });
    expect(missingAfter(...lapsed)).to.equal(1);
    given(...lapsed)
      .when(begin(['admin:ana', 'admin:bia']))
      .yieldsNothing();
    given(...lapsed)
      .when(approve('admin:eva', 'admin:bia'), begin(['admin:bia', 'admin:eva']))
      .yields('WithdrawalApproved', 'WithdrawalSigned', 'WithdrawalAttempted');
  });

  it('is approved again by a person whose earlier approval no longer counts', () => {
    const reapproved = facts(request(2), approve('admin:ana'), approveWithoutAna('admin:ana'));
    expect(reapproved.at(-1)?.data).to.deep.include({
      approvedBy: 'admin:ana',
      lapsed: ['admin:ana'],
    });
    expect(missingAfter(...reapproved)).to.equal(1);
    given(...reapproved)
      .when(approve('admin:ana', 'admin:ana'))
      .refuses('withdrawal/same-person');
  });

  it('is decided once: approved or refused, also while the second person is missing', () => {
    given(...facts(request(1), approve('admin:ana')))
      .when(refuse)
      .refuses('withdrawal/not-waiting');
    given(...facts(request(2), approve('admin:bia')))
      .when(refuse)
      .yields('WithdrawalRefused', 'WithdrawalFailed');
    given(...facts(request(1), refuse))
      .when(approve('admin:bia'))
      .refuses('withdrawal/not-waiting');
  });

  it('is signed in the name of those who approved it, and of no one else', () => {
    for (const approvers of [[], ['admin:bia'], ['admin:ana', 'admin:bia']])
      given(...facts(request(1), approve('admin:ana')))
        .when(begin(approvers))
        .refuses('withdrawal/not-signed');
  });

  it('counts as payable from its last approval on', () => {
    const state = replay(withdrawal, facts(request(1), approve('admin:ana')));
    expect(state).to.include({ payableSince: later });
  });
});

describe('A payout that waits for approval when the log may have lost its call', () => {
  const began = addSeconds(now, 60);
  const afterLoss: WithdrawalCommand = {
    ...refuse,
    epoch: { number: 2, since: began, began: '' },
  };
  const asked = { attemptId: null, providerWithdrawIds: [] };

  it('has not failed once staff refuse it: two people decide, or the acquirer says that it paid', () => {
    given(...facts(request(1)))
      .when(afterLoss)
      .yields('WithdrawalRefused', 'WithdrawalLeftUnresolved');
    given(...facts(request(1), afterLoss))
      .when({ type: 'RecordSettled', endToEndId: null, asked, now: later })
      .yields('WithdrawalSettled');
    given(...facts(request(1), afterLoss))
      .when(approve('admin:bia'))
      .refuses('withdrawal/not-waiting');
    given(...facts(request(1), afterLoss))
      .when(begin(['admin:bia']))
      .yieldsNothing();
  });

  it('has not failed either if it may be the repetition of a request that was lost', () => {
    const approval = { people: 1, reasons: ['ABOVE_LIMIT'] } satisfies NeededApproval;
    const inSecond: WithdrawalCommand = {
      type: 'RequestWithdrawal',
      withdrawal: { ...sampleWithdrawal, heldIn: 2, approval },
    };
    const refuseIn = (since: string): WithdrawalCommand => ({
      ...refuse,
      epoch: { number: 2, since, began: '' },
    });
    given(...facts(inSecond))
      .when(refuseIn(addSeconds(now, -600)))
      .yields('WithdrawalRefused', 'WithdrawalLeftUnresolved');
    given(...facts(inSecond))
      .when(refuseIn(addSeconds(now, -1_000)))
      .yields('WithdrawalRefused', 'WithdrawalFailed');
  });
});

describe('A payout that was stopped before it was sent', () => {
  const stop = (after: string | null = null): WithdrawalCommand => ({
    type: 'StopPayout',
    cause: 'destination/not-approved',
    after,
    epoch: 1,
    now: later,
  });
  const open: WithdrawalCommand = { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal };

  it('is sent only after staff have approved it, also if it needed no approval before', () => {
    given(...facts(open, stop()))
      .when(begin([]))
      .yieldsNothing();
    given(...facts(open, stop()))
      .when(approve('admin:ana'), begin(['admin:ana']))
      .yields('WithdrawalApproved', 'WithdrawalSigned', 'WithdrawalAttempted');
  });

  it('needs all its approvals again, also of those who approved it before', () => {
    const approved = facts(
      request(2),
      approve('admin:ana'),
      approve('admin:bia', 'admin:ana'),
      stop(),
    );
    expect(missingAfter(...approved)).to.equal(2);
    given(...approved)
      .when(
        approve('admin:ana'),
        approve('admin:bia', 'admin:ana'),
        begin(['admin:ana', 'admin:bia']),
      )
      .yields(
        'WithdrawalApproved',
        'WithdrawalApproved',
        'WithdrawalSigned',
        'WithdrawalAttempted',
      );
  });

  it('can be refused', () => {
    given(...facts(open, stop()))
      .when(refuse)
      .yields('WithdrawalRefused', 'WithdrawalFailed');
  });

  it('continues to wait when the answer to its last call is reported late', () => {
    const late = {
      type: 'RecordUnanswered',
      attemptId,
      failure: 'unavailable',
      now: later,
    } as const;
    given(...facts(open, begin([]), stop(attemptId)))
      .when({ ...late, isUnsent: true }, refuse)
      .yields('WithdrawalRefused', 'WithdrawalFailed');
  });

  it('is not stopped twice, nor once another call is on record or the payout was made', () => {
    given(...facts(open, stop()))
      .when(stop())
      .yieldsNothing();
    given(...facts(open, begin([])))
      .when(stop())
      .yieldsNothing();
    const sent = { type: 'RecordSent', providerWithdrawId: 'po-1', attemptId, now: later } as const;
    given(...facts(open, begin([]), sent))
      .when(stop(attemptId))
      .yieldsNothing();
  });
});

describe('A payout that needs no approval', () => {
  it('is signed in the append of its first attempt, and not sent without a signature', () => {
    const open: WithdrawalCommand = { type: 'RequestWithdrawal', withdrawal: sampleWithdrawal };
    given(...facts(open))
      .when(begin([]))
      .yields('WithdrawalSigned', 'WithdrawalAttempted');
    given(...facts(open))
      .when({ ...begin([]), signed: undefined } as WithdrawalCommand)
      .refuses('withdrawal/not-signed');
    given(...facts(open))
      .when(approve('admin:ana'))
      .refuses('withdrawal/not-waiting');
  });
});
