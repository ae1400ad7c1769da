import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { FIRST_EPOCH, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import type { Ports } from './reaction.ts';

const DAY_SECONDS = 86_400;
const requested = { ...sampleWithdrawal, heldIn: 1 };
const isNew = { attempt: null, origin: { at: requested.at, epoch: 1 } };
/** A standby took over a minute after the request: the log may have lost a call for the payout. */
const failover = async () => ({ ...FIRST_EPOCH, number: 2, since: addSeconds(now, 60) });

describe('A payout whose destination was erased before it is sent', () => {
  const portsOf = (own: Partial<PaymentProvider> = {}, at = now): Ports => ({
    ...portsTo({ findWithdraw: async () => undefined, ...own }, at),
    open: async () => undefined,
  });

  const state = replay(withdrawal, [{ type: 'WithdrawalRequested', data: requested }]);
  const eventTypesOf = (commands: readonly WithdrawalCommand[]): readonly string[] =>
    commands.flatMap((command) => withdrawal.decide(command, state).map(({ type }) => type));

  const pay = async (ports: Ports) =>
    eventTypesOf(await sendWithdrawal('w-1', requested, isNew, ports));

  const readBack = async (ports: Ports) => {
    if (state.status === 'NONE') throw new Error('nothing was requested');
    return eventTypesOf(await readBackWithdrawal('w-1', state, ports));
  };

  it('fails, and its money is available again, where certainly nothing was sent', async () => {
    expect(await pay(portsOf())).to.deep.equal(['WithdrawalFailed']);
  });

  it('keeps its money held after a failover, because a call that the log has lost may have paid it', async () => {
    const ports = { ...portsOf({}, addSeconds(now, 120)), epoch: failover };
    expect(await pay(ports)).to.deep.equal([]);
  });

  it('keeps its money held while the clock is wrong, because it is not known when it was requested', async () => {
    expect(await pay({ ...portsOf(), isClockTrue: () => false })).to.deep.equal([]);
  });

  it('is left to staff after a failover, if its acquirer would repeat the call but does not find the payout', async () => {
    const repeatable = { withdraw: { hours: 24 * 365 } };
    const after = (seconds: number) =>
      readBack({ ...portsOf({ repeatable }, addSeconds(now, seconds)), epoch: failover });
    expect(await after(120)).to.deep.equal([]);
    expect(await after(4 * DAY_SECONDS)).to.deep.equal(['WithdrawalLeftUnresolved']);
  });

  it('fails after a failover once it is final that its acquirer has no payout', async () => {
    const absence = { withdraw: { seconds: 60 } };
    const ports = { ...portsOf({ absence }, addSeconds(now, 200)), epoch: failover };
    expect(await readBack(ports)).to.deep.equal(['WithdrawalFailed']);
  });
});
