import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/time.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';

const { given, facts } = specify(payment);

const FIRST = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
const SECOND = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22';

const begin = (attemptId: string, after: string | null, seconds: number): PaymentCommand => ({
  type: 'BeginCharge',
  provider: 'sandbox',
  attemptId,
  after,
  epoch: 1,
  now: addSeconds(now, seconds),
});

const rerouteAfter = (attemptId: string): PaymentCommand => ({
  type: 'Reroute',
  attemptId,
  from: 'sandbox',
  to: 'onz',
  cause: 'refused',
  choice: { reason: 'PRIORITY', considered: [] },
  text: null,
  now,
});

const declinedIn = (attemptId: string): PaymentCommand => ({
  type: 'RecordProviderStatus',
  provider: 'sandbox',
  attemptId,
  paymentId: 'p-1',
  status: 'REJECTED',
  noticeId: 'submission',
  answer: null,
  cause: 'refused',
  endToEndId: null,
  now,
});

describe('What a process that stood still says of its call', () => {
  const calledTwice = facts(
    { type: 'RequestPayment', payment: samplePayment() },
    begin(FIRST, null, 0),
    begin(SECOND, FIRST, 60),
  );

  it('ends no payment for which another call was made since', () => {
    given(...calledTwice)
      .when(rerouteAfter(FIRST), declinedIn(FIRST))
      .yieldsNothing();
  });

  it('counts while its call is the last one', () => {
    given(...calledTwice)
      .when(rerouteAfter(SECOND))
      .yields('PaymentRerouted');
  });
});
