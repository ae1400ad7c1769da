import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';
import { beginCharge as begin, FIRST, SECOND } from '#/domain/testing/two-calls.ts';

const { given, facts } = specify(payment);

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

describe('What a process that froze reports about its call', () => {
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
