import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { NOT_INVESTIGATED } from '#/domain/investigation/investigation.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { refund as refundDecider } from '#/domain/refund/decider.ts';
import { investigationAfter } from '#/domain/refund/resolve.ts';
import { sampleNow, sampleRefund, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal as decider, type WithdrawalEvent } from '#/domain/withdrawal/decider.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import { readBackRefund } from './read-back-refund.ts';

const NEW = { attempt: null, origin: { at: sampleNow, epoch: 1 } };

const after = (days: number): string => addSeconds(sampleNow, days * 86_400);

const attempt = {
  attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
  ordinal: 1,
  provider: 'sandbox',
  deadline: sampleNow,
  at: sampleNow,
};

const readBackRefundAfter = async (
  provider: Partial<PaymentProvider>,
  days: number,
  { isAccepted = true, investigation = NOT_INVESTIGATED } = {},
) => {
  const state = { requested: sampleRefund, attempt, isAccepted, investigation };
  return readBackRefund('r-1', state, portsTo(provider, after(days)));
};

const readBackPayoutAfter = async (
  provider: Partial<PaymentProvider>,
  days: number,
  status: 'SENT' | 'SETTLED' = 'SENT',
) => {
  const requested = sampleWithdrawal;
  const state = {
    requested,
    status,
    attempt,
    approvals: [],
    payableSince: requested.at,
    providerWithdrawIds: ['po-1'],
  };
  const commands = await readBackWithdrawal('w-1', state, portsTo(provider, after(days)));
  return commands.map((command) =>
    command.type === 'LeaveUnresolved' ? command.cause : command.type,
  );
};

/** The events for these commands to a requested withdrawal. */
const decideAll = (commands: readonly WithdrawalCommand[]): readonly WithdrawalEvent[] => {
  const requested: WithdrawalEvent = { type: 'WithdrawalRequested', data: sampleWithdrawal };
  let state = replay(decider, [requested]);
  return commands.flatMap((command) => {
    const events = decider.decide(command, state);
    state = replay(decider, events, state);
    return events;
  });
};

describe('A refund or payout without a final answer', () => {
  const pendingRefund = { getRefund: async () => ({ refundId: 'r-9', status: false }) };
  const pendingPayout = {
    getWithdraw: async () =>
      ({ withdrawId: 'po-1', status: 'PENDING', amount: cents(4_850) }) as const,
  };

  it('is left to staff when a refund stays pending for a month, or can never be looked up', async () => {
    expect(await readBackRefundAfter(pendingRefund, 29)).to.deep.equal([]);
    const [left] = await readBackRefundAfter(pendingRefund, 31);
    expect(left).to.include({ type: 'LeaveUnresolved', cause: 'still-pending' });
    const [silent] = await readBackRefundAfter({}, 31);
    expect(silent).to.include({ type: 'LeaveUnresolved', cause: 'unanswered' });
  });

  it('is not called again while a refund waits for staff', async () => {
    let calls = 0;
    const unknownThere: Partial<PaymentProvider> = {
      absence: { refund: { seconds: 60 } },
      getRefund: async () => undefined,
      refund: async ({ refundId }) => {
        calls += 1;
        return { refundId, status: true };
      },
    };
    const left = refundDecider.decide(
      { type: 'LeaveUnresolved', cause: 'unanswered', now: after(31) },
      replay(refundDecider, [{ type: 'RefundRequested', data: sampleRefund }]),
    );
    const investigation = left.reduce(investigationAfter, NOT_INVESTIGATED);
    await readBackRefundAfter(unknownThere, 32, { isAccepted: false, investigation });
    expect(calls).to.equal(0);
    await readBackRefundAfter(unknownThere, 29, { isAccepted: false });
    expect(calls).to.equal(1);
  });

  it('is left to staff when a payout has no outcome for three days, but not once it is paid', async () => {
    expect(await readBackPayoutAfter(pendingPayout, 2)).to.deep.equal(['RecordSent']);
    expect(await readBackPayoutAfter(pendingPayout, 4)).to.deep.equal([
      'RecordSent',
      'still-pending',
    ]);
    expect(await readBackPayoutAfter({}, 4)).to.deep.equal(['unanswered']);
    expect(await readBackPayoutAfter({}, 4, 'SETTLED')).to.deep.equal([]);
  });
});

describe('A payout that the acquirer made with another amount', () => {
  const paid = { withdrawId: 'po-1', status: 'APPROVED', amount: cents(4_849) } as const;
  const requested = sampleWithdrawal;

  it('waits for staff, who see both amounts, and its money stays held', async () => {
    const state = {
      requested,
      status: 'SENT',
      attempt,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: ['po-1'],
    } as const;
    const answers = [
      await readBackWithdrawal('w-1', state, portsTo({ getWithdraw: async () => paid })),
      await sendWithdrawal('w-1', requested, NEW, portsTo({ withdraw: async () => paid })),
    ];
    for (const commands of answers) {
      const events = decideAll(commands);
      expect(events.map(({ type }) => type)).to.deep.equal([
        'WithdrawalSent',
        'WithdrawalLeftUnresolved',
      ]);
      expect(events.at(-1)?.data).to.include({
        cause: 'other-amount',
        amount: 4_850,
        saidAmount: 4_849,
      });
    }
  });

  it('waits for staff once, also if it is on record as paid', async () => {
    const state = {
      requested,
      attempt,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: ['po-1'],
    } as const;
    const readBack = await readBackWithdrawal(
      'w-1',
      { ...state, status: 'SENT' },
      portsTo({ getWithdraw: async () => paid }),
    );
    expect(decideAll([...readBack, ...readBack])).to.have.length(2);
    const settled = { type: 'RecordSettled', endToEndId: null, now: sampleNow } as const;
    const types = decideAll([settled, ...readBack, ...readBack]).map(({ type }) => type);
    expect(types).to.deep.equal(['WithdrawalSettled', 'WithdrawalContradicted']);
  });
});
