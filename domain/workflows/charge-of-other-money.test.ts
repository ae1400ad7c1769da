import { expect } from 'chai';
import { nextAttempt, type BeginAttempt } from '#/domain/acquiring/call-attempt.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackPayment } from './read-back.ts';

/** A simulated purchase. Its platform is put in production after its call was recorded. */
const sold = { type: 'PaymentRequested', data: samplePayment({ isSimulated: true }) } as const;
const begin: BeginAttempt = {
  attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a33',
  after: null,
  epoch: 1,
  now,
};
const firstCall = nextAttempt(null, begin, 'sandbox');
if (!firstCall) throw new Error('no call');
const attempted = { type: 'ChargeAttempted', data: firstCall } as const;
const unanswered = {
  type: 'PaymentSubmissionUnanswered',
  data: { failure: 'unavailable', attemptId: firstCall.attemptId, at: now },
} as const;
const unsent = { ...unanswered, data: { ...unanswered.data, isUnsent: true } } as const;

describe('A payment that was begun as simulated, once its platform has real money', () => {
  const ports = {
    ...portsTo(
      {
        findTransaction: async () => undefined,
        createTransaction: async () => expect.fail('it is charged'),
      },
      addSeconds(now, 60),
    ),
    mayCharge: async () => false,
  };

  it('is not charged by a look-up that finds no charge, and is called off if no call was sent', async () => {
    const payment = paymentAfter(sold, attempted, unsent);
    const commands = await readBackPayment('p-1', payment, 'read-back', ports);
    expect(commands).to.have.length(1);
    expect(commands[0]).to.include({ type: 'CallOff', cause: 'never-submitted' });
  });

  it('is not called off while an earlier call may have reached the acquirer', async () => {
    const payment = paymentAfter(sold, attempted, unanswered);
    const commands = await readBackPayment('p-1', payment, 'read-back', ports);
    expect(commands).to.have.length(1);
    expect(commands[0]).to.include({ type: 'RecordUnanswered', isUnsent: true });
  });
});
