import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';
import { beginCharge as begin, FIRST, SECOND } from '#/domain/testing/two-calls.ts';

const { given, facts } = specify(payment);

const rerouteFrom = (attemptId: string): PaymentCommand => ({
  type: 'Reroute',
  attemptId,
  from: 'sandbox',
  to: 'onz',
  cause: 'refused',
  choice: { reason: 'PRIORITY', considered: [] },
  text: null,
  now,
});

const declineOf = (attemptId: string): PaymentCommand => ({
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
      .when(rerouteFrom(FIRST), declineOf(FIRST))
      .yieldsNothing();
  });

  it('counts while its call is the last one', () => {
    given(...calledTwice)
      .when(rerouteFrom(SECOND))
      .yields('PaymentRerouted');
  });
});
