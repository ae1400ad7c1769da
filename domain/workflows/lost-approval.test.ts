import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { FIRST_EPOCH, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { payWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import type { Ports } from './reaction.ts';

const DAY_SECONDS = 86_400;

const approval = { people: 1, reasons: ['ABOVE_LIMIT' as const] };

describe('A payout that waits for approval', () => {
  const searches: string[] = [];
  const sent: string[] = [];
  beforeEach(() => {
    searches.splice(0);
    sent.splice(0);
  });

  /** Reads back at an acquirer that carries out a repeated call once, and whose "no such payout" is final after a minute. */
  const readBack = (
    { heldIn, isPaid, days = 1 }: { heldIn: number; isPaid: boolean; days?: number },
    epoch = { ...FIRST_EPOCH, number: 2, since: addSeconds(now, 60) },
  ) => {
    const amount = cents(4_850);
    const provider: Partial<PaymentProvider> = {
      absence: { withdraw: { seconds: 60 } },
      repeatable: { withdraw: { hours: 1_000 } },
      findWithdraw: async ({ withdrawReference: withdrawId }) => {
        searches.push(withdrawId);
        return isPaid ? { withdrawId, status: 'APPROVED', amount } : undefined;
      },
      withdraw: async ({ withdrawReference: withdrawId }) => {
        sent.push(withdrawId);
        return { withdrawId, status: 'APPROVED', amount };
      },
    };
    const ports: Ports = {
      ...portsTo(provider, addSeconds(now, days * DAY_SECONDS)),
      epoch: async () => epoch,
    };
    const requested = { ...sampleWithdrawal, approval, heldIn };
    const state = { status: 'PENDING', requested, attempt: null, approvals: [] } as const;
    const rest = { payableSince: requested.at, providerWithdrawIds: [] };
    return readBackWithdrawal('w-1', { ...state, ...rest }, ports);
  };

  it('is recorded as paid if the log has lost its approval and its call', async () => {
    const commands = await readBack({ heldIn: 1, isPaid: true });
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordSent', 'RecordSettled']);
    expect(sent).to.deep.equal([]);
  });

  it('continues to wait, however long, if its acquirer has none of its calls', async () => {
    expect(await readBack({ heldIn: 1, isPaid: false })).to.deep.equal([]);
    expect(await readBack({ heldIn: 1, isPaid: false, days: 9 })).to.deep.equal([]);
    expect(searches).to.have.length(2);
    expect(sent).to.deep.equal([]);
  });

  it('is asked about also if its request may repeat one that the log has lost', async () => {
    const repeated = { ...FIRST_EPOCH, number: 2, since: addSeconds(now, -600) };
    const commands = await readBack({ heldIn: 2, isPaid: true }, repeated);
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordSent', 'RecordSettled']);
  });

  it('is not asked about while its record is complete, since nothing was sent', async () => {
    expect(await readBack({ heldIn: 1, isPaid: false }, FIRST_EPOCH)).to.deep.equal([]);
    expect(searches).to.deep.equal([]);
  });

  it('is sent after a late approval only once its acquirer was asked, if its request may repeat a lost one', async () => {
    const withdraw: PaymentProvider['withdraw'] = async ({ withdrawReference: id, amount }) => {
      sent.push(id);
      return { withdrawId: id, status: 'APPROVED', amount };
    };
    const about = { platformId: 'demo', receiverId: 'seller-1', approvedBy: 'admin:ana' };
    const data = { ...about, at: addSeconds(now, 3_600) };
    const approved = { type: 'WithdrawalApproved', data } as const;
    const requested = { ...sampleWithdrawal, approval, heldIn: 2 };
    const state = replay(withdrawal, [{ type: 'WithdrawalRequested', data: requested }, approved]);
    const find = async () => (state.status === 'NONE' ? undefined : state);
    const approve = async (since: string): Promise<void> => {
      const ports = portsTo({ withdraw }, data.at);
      const epoch = async () => ({ ...FIRST_EPOCH, number: 2, since });
      const payouts = { ...ports.payouts, find };
      const at = { id: 'event-2', aggregateId: 'w-1', position: '2' };
      await payWithdrawal.react({ ...approved, ...at }, { ...ports, epoch, payouts });
    };
    await approve(addSeconds(now, -600));
    expect(sent).to.deep.equal([]);
    await approve(addSeconds(now, -1_000));
    expect(sent).to.deep.equal(['w-1']);
  });
});
