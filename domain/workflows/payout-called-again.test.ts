import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal, type Withdrawal, type WithdrawalEvent } from '#/domain/withdrawal/decider.ts';
import type { Ports } from './reaction.ts';
import { commandsForPayout, sendWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import { attempted, begun, FIRST, SECOND } from '#/domain/testing/two-calls.ts';

describe('A payout that was called twice, of which the acquirer may have made both', () => {
  const paid = (withdrawId: string, status: WithdrawStatus) =>
    ({ withdrawId, status, amount: cents(4_850) }) as const;

  /** A payout with two calls on record, to which later commands are applied. */
  const calledTwice = () => {
    const first = attempted(null, begun(FIRST, null, 0));
    const second = attempted(first, begun(SECOND, FIRST, 600));
    let state: Withdrawal = replay(withdrawal, [
      { type: 'WithdrawalRequested', data: sampleWithdrawal },
      { type: 'WithdrawalAttempted', data: first },
      { type: 'WithdrawalAttempted', data: second },
    ]);
    const tell = (commands: readonly WithdrawalCommand[]): readonly string[] =>
      commands.flatMap((command) => {
        const events = withdrawal.decide(command, state);
        state = replay(withdrawal, events, state);
        return events.map(({ type }) => type);
      });
    const readBack = async (provider: Partial<PaymentProvider>, seconds: number) => {
      if (state.status === 'NONE') throw new Error('nothing was requested');
      return tell(
        await readBackWithdrawal('w-1', state, portsTo(provider, addSeconds(now, seconds))),
      );
    };
    return { tell, readBack };
  };

  /** The acquirer made both payouts: the first call was answered late. */
  const paidTwice = async (statuses: Readonly<Record<string, WithdrawStatus>>) => {
    const { tell, readBack } = calledTwice();
    tell(commandsForPayout(paid('po-1', 'PENDING'), sampleWithdrawal, now));
    tell(commandsForPayout(paid('po-2', 'PENDING'), sampleWithdrawal, now));
    const getWithdraw = async ({ withdrawId }: { readonly withdrawId: string }) =>
      paid(withdrawId, statuses[withdrawId] ?? 'PENDING');
    return readBack({ getWithdraw }, 700);
  };

  it('fails a payout only if all that was made for it has failed', async () => {
    expect(await paidTwice({ 'po-1': 'REJECTED', 'po-2': 'APPROVED' })).to.deep.equal([
      'WithdrawalSettled',
    ]);
    expect(await paidTwice({ 'po-1': 'REJECTED', 'po-2': 'PENDING' })).to.deep.equal([]);
    expect(await paidTwice({ 'po-1': 'REJECTED', 'po-2': 'REJECTED' })).to.deep.equal([
      'WithdrawalFailed',
    ]);
  });

  it('fails no payout while the other call may still make one', async () => {
    const refused = {
      absence: { withdraw: { seconds: 60 } },
      getWithdraw: async () => paid('po-1', 'REJECTED'),
      findWithdraw: async () => paid('po-1', 'REJECTED'),
    };
    const { tell, readBack } = calledTwice();
    tell(commandsForPayout(paid('po-1', 'PENDING'), sampleWithdrawal, now));
    expect(await readBack(refused, 601), 'it is on its way').to.deep.equal([]);
    const cutOff = {
      type: 'RecordUnanswered',
      attemptId: SECOND,
      failure: 'unreadable',
      now,
    } as const;
    tell([cutOff]);
    expect(await readBack(refused, 603), 'it got no answer').to.deep.equal([]);
    expect(await readBack(refused, 666), 'none can arrive').to.deep.equal(['WithdrawalFailed']);
  });

  it('fails no payout by a look-up that began before the other call', async () => {
    const first = attempted(null, begun(FIRST, null, 0));
    const requested = sampleWithdrawal;
    const calledOnce = {
      requested,
      status: 'UNANSWERED',
      attempt: first,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: [],
    } as const;
    const findWithdraw = async () => paid('po-1', 'REJECTED');
    const ports = portsTo({ findWithdraw }, addSeconds(now, 599));
    const late = await readBackWithdrawal('w-1', calledOnce, ports);
    expect(late.map(({ type }) => type)).to.deep.equal(['RecordFailed']);
    expect(calledTwice().tell(late)).to.deep.equal([]);
  });

  it('calls a payout no third time once a refused one is found under our reference', async () => {
    const { readBack } = calledTwice();
    const found = { findWithdraw: async () => paid('po-1', 'REJECTED') };
    const repeatable = { withdraw: { hours: 24 } };
    expect(await readBack({ ...found, repeatable }, 601)).to.deep.equal(['WithdrawalSent']);
  });

  it('fails a payout whose second call certainly was not sent', async () => {
    const { tell, readBack } = calledTwice();
    const unsent = { type: 'RecordUnanswered', attemptId: SECOND, failure: 'unavailable' } as const;
    tell([{ ...unsent, isUnsent: true, now }]);
    const found = { findWithdraw: async () => paid('po-1', 'REJECTED') };
    expect(await readBack(found, 601)).to.deep.equal(['WithdrawalFailed']);
  });

  const answered = (attemptId: string, withdrawId: string, status: WithdrawStatus) =>
    commandsForPayout(paid(withdrawId, status), sampleWithdrawal, now, { attemptId });

  /** The acquirer finds `po-1` by its id and under our reference, and `po-2` by its id only. */
  const acquirerWithBoth = (status: WithdrawStatus) => {
    const lookedUpIds: string[] = [];
    const getWithdraw = async ({ withdrawId }: { readonly withdrawId: string }) => {
      lookedUpIds.push(withdrawId);
      return paid(withdrawId, withdrawId === 'po-1' ? 'APPROVED' : status);
    };
    return {
      lookedUpIds,
      provider: { getWithdraw, findWithdraw: async () => paid('po-1', 'APPROVED') },
    };
  };

  for (const status of ['APPROVED', 'PENDING'] as const) {
    it(`leaves a second payout of a paid withdrawal to staff, and both payouts are asked about from then on: ${status}`, async () => {
      const { tell, readBack } = calledTwice();
      const { lookedUpIds, provider } = acquirerWithBoth(status);
      expect(await readBack(provider, 601)).to.deep.equal(['WithdrawalSent', 'WithdrawalSettled']);
      const late = ['WithdrawalSent', 'WithdrawalContradicted'];
      const [noted] = answered(SECOND, 'po-2', status);
      expect(tell(noted ? [noted] : [])).to.deep.equal(late);
      expect(await readBack(provider, 700)).to.deep.equal([]);
      expect(lookedUpIds).to.deep.equal(['po-1', 'po-2']);
    });
  }

  for (const [story, found, [eventType, matter]] of [
    ['had no outcome', ['po-2'], ['WithdrawalLeftUnresolved', 'payout']],
    ['was on record as paid', ['po-1', 'po-2'], ['WithdrawalContradicted', 'said SETTLED']],
  ] as const) {
    it(`counts a payout once, if it is found before its call is answered: a withdrawal that ${story}`, async () => {
      const { tell, readBack } = calledTwice();
      const getWithdraw: PaymentProvider['getWithdraw'] = async ({ withdrawId }) =>
        paid(withdrawId, 'APPROVED');
      tell(answered(FIRST, 'po-1', 'PENDING'));
      let events: readonly string[] = [];
      for (const id of found) {
        const findWithdraw = async () => paid(id, 'APPROVED');
        events = await readBack({ getWithdraw, findWithdraw }, 700);
      }
      expect(events).to.deep.equal(['WithdrawalSent', eventType]);
      const late = answered(SECOND, 'po-2', 'PENDING');
      expect(tell(late)).to.deep.equal([]);
      expect(tell(agreed(matter, 'HAPPENED')).at(-1)).to.equal('WithdrawalFoundPaid');
      expect(tell(late)).to.deep.equal([]);
    });
  }

  it('leaves nothing to decide once the other payout is refused', async () => {
    const { tell, readBack } = calledTwice();
    const { provider } = acquirerWithBoth('REJECTED');
    await readBack(provider, 601);
    tell(answered(SECOND, 'po-2', 'PENDING'));
    expect(await readBack(provider, 700)).to.deep.equal(['WithdrawalContradictionEnded']);
  });

  it('counts as paid only once all that was made is asked about', async () => {
    const { tell, readBack } = calledTwice();
    expect(tell(answered(FIRST, 'po-1', 'APPROVED'))).to.deep.equal(['WithdrawalSent']);
    const first = attempted(null, begun(FIRST, null, 0));
    const withdraw = async () => paid('po-2', 'APPROVED');
    const ports = portsTo({ withdraw }, addSeconds(now, 600));
    const second = await sendWithdrawal(
      'w-1',
      sampleWithdrawal,
      { attempt: first, isAbsent: true },
      ports,
    );
    expect(second.map(({ type }) => type)).to.deep.equal(['RecordSent']);
    expect(tell(second)).to.deep.equal(['WithdrawalSent']);
    const { provider } = acquirerWithBoth('APPROVED');
    expect(await readBack(provider, 700)).to.deep.equal(['WithdrawalLeftUnresolved']);
  });

  it('stays on record, and waits for staff again, after they decided that the payout was not made', () => {
    const { tell } = calledTwice();
    tell([
      { type: 'LeaveUnresolved', cause: 'unanswered', now },
      ...agreed('payout', 'DID_NOT_HAPPEN'),
    ]);
    expect(tell(answered(SECOND, 'po-2', 'PENDING'))).to.deep.equal([
      'WithdrawalSent',
      'WithdrawalContradicted',
    ]);
    expect(tell(answered(SECOND, 'po-2', 'PENDING'))).to.deep.equal([]);
  });

  it('leaves to staff a payout that was made twice', async () => {
    expect(await paidTwice({ 'po-1': 'APPROVED', 'po-2': 'APPROVED' })).to.deep.equal([
      'WithdrawalLeftUnresolved',
    ]);
  });
});

describe('A payout whose first call surely never arrived, and that is refused when it is called again', () => {
  it('fails after that call, although the acquirer keeps no record of what it refuses', async () => {
    const events: WithdrawalEvent[] = [
      { type: 'WithdrawalRequested', data: sampleWithdrawal },
      { type: 'WithdrawalAttempted', data: attempted(null, begun(FIRST, null, 0)) },
    ];
    const calls: string[] = [];
    const acquirer: Partial<PaymentProvider> = {
      absence: { withdraw: { seconds: 60 } },
      findWithdraw: async () => undefined,
      withdraw: async (request) => {
        calls.push(request.withdrawReference);
        throw new ProviderFailure('refused', 'no such key', { mayHaveHappened: false });
      },
    };
    const tell = (command: WithdrawalCommand): boolean => {
      const recorded = withdrawal.decide(command, replay(withdrawal, events));
      events.push(...recorded);
      return recorded.length > 0;
    };
    for (const nth of [1, 2, 3]) {
      const current = replay(withdrawal, events);
      if (current.status === 'NONE' || current.status === 'FAILED') break;
      const ports: Ports = {
        ...portsTo(acquirer, addSeconds(now, nth * 900)),
        begin: async (_platform, { command }) => command.type === 'BeginPayout' && tell(command),
      };
      for (const command of await readBackWithdrawal('w-1', current, ports)) tell(command);
    }
    expect([replay(withdrawal, events).status, calls]).to.deep.equal(['FAILED', ['w-1']]);
  });
});
