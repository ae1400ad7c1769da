import { expect } from 'chai';
import { NOT_INVESTIGATED } from '#/domain/investigation/investigation.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { request, submitted } from '#/domain/testing/payment-commands.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { timedOut, registrationWorld } from '#/domain/testing/registrations.ts';
import { sampleNow as now, sampleRefund, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { attempted, beginCharge, begun, FIRST, SECOND } from '#/domain/testing/two-calls.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { LookUp } from './note-look-up.ts';
import { readBackPayment, readBackWithdrawal } from './read-back.ts';
import { readBackRefund } from './read-back-refund.ts';
import type { Ports } from './reaction.ts';

const LATER = addSeconds(now, 600);

const notebook = () => {
  const noted: [readonly string[], LookUp][] = [];
  const lookUps: Ports['lookUps'] = {
    note: (attemptIds, lookUp) => noted.push([attemptIds, lookUp]),
  };
  return { noted, lookUps };
};

const refused = async (): Promise<never> => {
  throw new ProviderFailure('unauthorized', 'the key is wrong', { mayHaveHappened: false });
};

const call = attempted(null, begun(FIRST, null, 0));
const unsent = { ...call, isUnsent: true } as const;

const payout = {
  status: 'PENDING',
  requested: { ...sampleWithdrawal, heldIn: 1 },
  approvals: [],
  payableSince: sampleWithdrawal.at,
  providerWithdrawIds: [],
} as const;

describe('A look-up at the acquirer', () => {
  const ofPayment = async (
    commands: readonly PaymentCommand[],
    provider: Partial<PaymentProvider>,
  ) => {
    const { noted, lookUps } = notebook();
    const state = paymentAfter(...specify(payment).facts(request, ...commands));
    await readBackPayment('p-1', state, 'read-back', { ...portsTo(provider, LATER), lookUps });
    return noted;
  };

  it('is noted with the calls that it asked about: the charge, and its capture', async () => {
    const begin = { attemptId: SECOND, after: null, epoch: 1, provider: 'sandbox' };
    const capture = { type: 'BeginCapture', ...begin, now: addSeconds(now, 60) } as const;
    const charged = [beginCharge(FIRST, null, 0), submitted(), capture];
    const answered = await ofPayment(charged, { getTransaction: async () => undefined });
    expect(answered).to.deep.equal([[[FIRST, SECOND], { at: LATER, failure: null }]]);
  });

  it('is noted with the reason if the acquirer gave no answer', async () => {
    const charged = [beginCharge(FIRST, null, 0), submitted()];
    const unanswered = await ofPayment(charged, { getTransaction: timedOut });
    expect(unanswered).to.deep.equal([[[FIRST], { at: LATER, failure: 'unavailable' }]]);
    const rejected = await ofPayment(charged, { getTransaction: refused });
    expect(rejected).to.deep.equal([[[FIRST], { at: LATER, failure: 'unauthorized' }]]);
  });

  it('is noted only if the acquirer has a way to find the charge, and was asked', async () => {
    const unanswered = [beginCharge(FIRST, null, 0)];
    expect(await ofPayment(unanswered, {})).to.deep.equal([]);
    const asked = await ofPayment(unanswered, { findTransaction: async () => undefined });
    expect(asked).to.deep.equal([[[FIRST], { at: LATER, failure: null }]]);
  });

  it('of a payout is noted, unless no call for it was sent', async () => {
    const { noted, lookUps } = notebook();
    const ports = { ...portsTo({ findWithdraw: timedOut }, LATER), lookUps };
    await readBackWithdrawal('w-1', { ...payout, attempt: unsent }, ports);
    expect(noted).to.deep.equal([]);
    await readBackWithdrawal('w-1', { ...payout, attempt: call }, ports);
    expect(noted).to.deep.equal([[[FIRST], { at: LATER, failure: 'unavailable' }]]);
  });

  it('of a refund is noted, unless no call for it was sent', async () => {
    const { noted, lookUps } = notebook();
    const ports = { ...portsTo({ getRefund: timedOut }, LATER), lookUps };
    const asked = { isAccepted: false, investigation: NOT_INVESTIGATED };
    const refund = { ...asked, requested: { ...sampleRefund, heldIn: 1 } };
    await readBackRefund('r-1', { ...refund, attempt: unsent }, ports);
    expect(noted).to.deep.equal([]);
    await readBackRefund('r-1', { ...refund, attempt: call }, ports);
    expect(noted).to.deep.equal([[[FIRST], { at: LATER, failure: 'unavailable' }]]);
  });

  it('of a registration is noted', async () => {
    const { noted, lookUps } = notebook();
    const provider = { createReceiver: timedOut, findReceiver: timedOut };
    const { react, readBack, registration } = registrationWorld(provider, { lookUps });
    await react();
    await readBack();
    const attemptId = registration()?.attempt?.attemptId;
    expect(noted).to.deep.equal([[[attemptId], { at: LATER, failure: 'unavailable' }]]);
  });
});
