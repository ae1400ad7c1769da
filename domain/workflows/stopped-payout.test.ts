import { expect } from 'chai';
import { markUnsent, type LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { FIRST_EPOCH, portsTo, recordedBy } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal, type Withdrawal } from '#/domain/withdrawal/decider.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import type { Ports } from './reaction.ts';

const DAY_SECONDS = 86_400;
const requested = { ...sampleWithdrawal, heldIn: 1 };
const isNew = { attempt: null, origin: { at: requested.at, epoch: 1 } };

describe('A payout that is no longer payable when it is about to be sent', () => {
  const calls: string[] = [];
  beforeEach(() => void calls.splice(0));

  const provider: Partial<PaymentProvider> = {
    withdraw: async ({ withdrawReference: withdrawId, amount }) => {
      calls.push(withdrawId);
      return { withdrawId, status: 'PENDING', amount };
    },
    findWithdraw: async () => undefined,
  };

  const portsOf = (own: Partial<PaymentProvider> = {}, at = now): Ports => {
    const ports = portsTo({ ...provider, ...own }, at);
    const findObstacle = async () => 'withdrawal/seller-blocked' as const;
    return { ...ports, payouts: { ...ports.payouts, findObstacle } };
  };

  const readBack = (attempt: LastAttempt, ports: Ports) => {
    const state = { status: 'UNANSWERED', requested, attempt, approvals: [] } as const;
    const rest = { payableSince: requested.at, providerWithdrawIds: [] };
    return readBackWithdrawal('w-1', { ...state, ...rest }, ports);
  };

  const callOnce = (): Promise<LastAttempt> =>
    recordedBy((ports) => sendWithdrawal('w-1', requested, isNew, ports), portsTo(provider, now));

  it('is stopped instead of its first call', async () => {
    const commands = await sendWithdrawal('w-1', requested, isNew, portsOf());
    expect(calls).to.deep.equal([]);
    const stop = { type: 'StopPayout', cause: 'withdrawal/seller-blocked', after: null, epoch: 1 };
    expect(commands).to.deep.equal([{ ...stop, now }]);
  });

  /** Another process suspends the payout's PIX key between the record of the call and the call. */
  const blockedMeanwhile = (own: Partial<PaymentProvider> = {}, at = now): Ports => {
    const ports = portsTo({ ...provider, ...own }, at);
    const answers = [undefined];
    const findObstacle = async () =>
      answers.length > 0 ? answers.pop() : ('destination/not-approved' as const);
    return { ...ports, payouts: { ...ports.payouts, findObstacle } };
  };

  it('is stopped between the record of its first call and that call, which then certainly was not sent', async () => {
    let commands: readonly WithdrawalCommand[] = [];
    const attempt = await recordedBy(async (ports) => {
      commands = await sendWithdrawal('w-1', requested, isNew, ports);
    }, blockedMeanwhile());
    expect(calls).to.deep.equal([]);
    const state = replay(withdrawal, [
      { type: 'WithdrawalRequested', data: requested },
      { type: 'WithdrawalAttempted', data: attempt },
    ]);
    const stopped = commands.reduce<Withdrawal>(
      (before, command) => replay(withdrawal, withdrawal.decide(command, before), before),
      state,
    );
    expect(commands[1]).to.include({ type: 'StopPayout', cause: 'destination/not-approved' });
    expect(stopped).to.deep.include({ status: 'PENDING', attempt: { ...attempt, isUnsent: true } });
    expect(stopped).to.have.nested.property('requested.approval.people', 1);
  });

  it('is neither sent again nor stopped if its key is suspended when an earlier call may have arrived', async () => {
    const attempt = await callOnce();
    calls.splice(0);
    const repeatable = { withdraw: { hours: 24 * 365 } };
    const ports = blockedMeanwhile({ repeatable }, addSeconds(now, 600));
    const commands = await readBack(attempt, ports);
    expect(calls).to.deep.equal([]);
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordUnanswered']);
    expect(commands[0]).to.include({ isUnsent: true });
  });

  it('is stopped after a call that was never sent, and is not left to the investigation as well', async () => {
    const attempt = markUnsent(await callOnce(), { isUnsent: true });
    calls.splice(0);
    if (!attempt) throw new Error('no call is on record');
    const commands = await readBack(attempt, portsOf({}, addSeconds(now, 4 * DAY_SECONDS)));
    expect(calls).to.deep.equal([]);
    expect(commands.map(({ type }) => type)).to.deep.equal(['StopPayout']);
    expect(commands[0]).to.include({ after: attempt.attemptId });
  });

  it('is stopped once it is final that the acquirer has none of its calls', async () => {
    const attempt = await callOnce();
    calls.splice(0);
    const absence = { withdraw: { seconds: 60 } };
    const early = portsOf({ absence }, addSeconds(attempt.deadline, 60));
    expect(await readBack(attempt, early)).to.deep.equal([]);
    const late = portsOf({ absence }, addSeconds(attempt.deadline, 61));
    const commands = await readBack(attempt, late);
    expect(commands.map(({ type }) => type)).to.deep.equal(['StopPayout']);
    expect(calls).to.deep.equal([]);
  });

  it('is neither sent again nor stopped while a call may have arrived, and is left to staff in the end', async () => {
    const attempt = await callOnce();
    calls.splice(0);
    const repeatable = { withdraw: { hours: 24 * 365 } };
    const soon = addSeconds(now, 600);
    expect(await readBack(attempt, portsOf({ repeatable }, soon))).to.deep.equal([]);
    const late = portsOf({ repeatable }, addSeconds(now, 4 * DAY_SECONDS));
    const commands = await readBack(attempt, late);
    expect(commands.map(({ type }) => type)).to.deep.equal(['LeaveUnresolved']);
    expect(calls).to.deep.equal([]);
  });

  it('is not sent if it differs from what was signed for a call that was never sent, and is left to staff in the end', async () => {
    const attempt = markUnsent(await callOnce(), { isUnsent: true });
    calls.splice(0);
    if (!attempt) throw new Error('no call is on record');
    const readBackAt = (at: Timestamp) => {
      const ports = portsTo(provider, at);
      const sign = async () => {
        throw new Refused('withdrawal/not-signed');
      };
      return readBack(attempt, { ...ports, payouts: { ...ports.payouts, sign } });
    };
    expect(await readBackAt(addSeconds(now, 600))).to.deep.equal([]);
    const commands = await readBackAt(addSeconds(now, 4 * DAY_SECONDS));
    expect(commands.map(({ type }) => type)).to.deep.equal(['LeaveUnresolved']);
    expect(calls).to.deep.equal([]);
  });

  it('is not stopped where the log may have lost its calls', async () => {
    const epoch = async () => ({ ...FIRST_EPOCH, number: 2, since: addSeconds(now, 60) });
    const ports = { ...portsOf({}, addSeconds(now, 120)), epoch };
    expect(await sendWithdrawal('w-1', requested, isNew, ports)).to.deep.equal([]);
    expect(calls).to.deep.equal([]);
  });
});
