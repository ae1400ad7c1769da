import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type {
  AcquirerAccount,
  BeginAttempt,
  CallAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { refund } from '#/domain/refund/decider.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { requested as registration } from '#/domain/testing/registrations.ts';
import {
  sampleNow as now,
  samplePayment,
  sampleRefund,
  sampleWithdrawal,
} from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { beginAttempt } from './attempt.ts';
import type { Ports } from './reaction.ts';

const LATER = addSeconds(now, 60);

const callIn = (account: AcquirerAccount, ordinal: number): CallAttempt => {
  const at = { deadline: now, at: now };
  return { attemptId: randomUUID(), ordinal, provider: 'iugu', epoch: 1, ...account, ...at };
};

/** The second call is recorded while no account is connected. */
const first = callIn({ merchantAccount: 'called', credential: 1 }, 1);
const second = callIn({}, 2);

describe('A call that is recorded while no account is connected', () => {
  it('leaves a payment, refund, payout or registration in the account of the call before', () => {
    const called = 'called';
    const charged = paymentAfter(
      { type: 'PaymentRequested', data: samplePayment() },
      { type: 'ChargeAttempted', data: first },
      { type: 'ChargeAttempted', data: second },
    );
    expect(charged).to.include({ merchantAccount: called });
    const refunded = replay(refund, [
      { type: 'RefundRequested', data: sampleRefund },
      { type: 'RefundAttempted', data: first },
      { type: 'RefundAttempted', data: second },
    ]);
    const sold = replay(refund, [
      { type: 'RefundRequested', data: { ...sampleRefund, merchantAccount: called } },
      { type: 'RefundAttempted', data: second },
    ]);
    const paid = replay(withdrawal, [
      { type: 'WithdrawalRequested', data: sampleWithdrawal },
      { type: 'WithdrawalAttempted', data: first },
      { type: 'WithdrawalAttempted', data: second },
    ]);
    expect(paid).to.include({ merchantAccount: called });
    const { registrationId, provider, platformId, sellerId } = registration;
    const about = { registrationId, provider, platformId, sellerId, at: now };
    const { registrations } = replay(receiver, [
      { type: 'ReceiverRegistrationRequested', data: registration },
      { type: 'ReceiverRegistrationBegun', data: { ...about, attempt: first } },
      { type: 'ReceiverRegistrationBegun', data: { ...about, attempt: second } },
    ]);
    for (const state of [charged, refunded, sold, paid, registrations.iugu])
      expect(state).to.have.deep.nested.property('attempt', { ...second, merchantAccount: called });
  });

  const beginCall = async (
    providers: Ports['providers'],
    earlier: { readonly isAbsent?: boolean; readonly isRepeatable?: boolean },
  ): Promise<Partial<BeginAttempt> | undefined> => {
    let recorded: BeginAttempt | undefined;
    await beginAttempt(
      { ...portsTo({}, LATER), providers },
      {
        platformId: 'demo',
        provider: 'iugu',
        digest: 'same',
        earlier: { attempt: { ...first, digest: 'same' }, ...earlier },
        by: (attempt) => {
          recorded = attempt;
          return {
            to: 'payment',
            id: 'p-1',
            command: { type: 'BeginCharge', provider: 'iugu', ...attempt },
          };
        },
      },
    );
    return recorded;
  };
  const connectedToAnother = portsTo({ merchantAccount: 'another', credential: 1 }).providers;

  it('is recorded for the account of the call before, and for the connected account where there is one', async () => {
    const disconnected: Ports['providers'] = async (providerId) => {
      throw new Refused('provider/not-offered', { providerId });
    };
    expect(await beginCall(disconnected, { isAbsent: true })).to.include({
      merchantAccount: 'called',
    });
    expect(await beginCall(connectedToAnother, { isAbsent: true })).to.include({
      merchantAccount: 'another',
    });
  });

  it('is not repeated in another account, which would carry it out a second time', async () => {
    expect(await beginCall(connectedToAnother, { isRepeatable: true })).to.equal(undefined);
    const same = portsTo({ merchantAccount: 'called', credential: 2 }).providers;
    expect(await beginCall(same, { isRepeatable: true })).to.include({ isRepeatable: true });
  });
});
