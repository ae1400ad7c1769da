import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { submitPayment } from '#/domain/workflows/submit-payment.ts';
import { startCaseServer, type CaseServer } from '#/adapters/payments/evidence/case-server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { attempt, CASES_AT, cardCharge, ORDER_ID } from '#/adapters/payments/evidence/samples.ts';
import { celcoinCases } from './celcoin.cases.ts';

const { amount, customer, address, cardToken = '' } = cardCharge;

const cardPayment = samplePayment({
  provider: 'celcoin',
  method: 'CREDIT_CARD',
  installments: 3,
  amount,
  lines: [{ kind: 'OFFER', id: 'offer-1', title: 'Um e-book', amount }],
  expiresAt: null,
  at: CASES_AT,
});

const buyer = {
  identity: { name: customer.name, document: customer.document },
  contact: { email: customer.email, phone: customer.phone },
  cardToken,
  ...(address && { address }),
};

const exchangesOf = (name: string) => {
  const operationCase = celcoinCases.cases.find((each) => each.name === name);
  if (!operationCase) throw new Error(`no case: ${name}`);
  return operationCase.exchanges;
};

describe('A card that Celcoin has authorised', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer(celcoinCases.tokens);
  });
  after(() => server.close());

  it('is captured by the next look-up, once, if the answer to its capture was lost', async () => {
    let now = CASES_AT;
    const { provider: definition } = celcoinCases;
    const account = definition.account.parse(celcoinCases.account(server.url));
    const provider = openHere(definition, account, { now: () => Date.parse(now) });
    const events: PaymentEvent[] = [{ type: 'PaymentRequested', data: cardPayment }];
    const stateNow = (): RequestedPayment => {
      const state = replay(payment, events);
      return state.status === 'NONE' ? expect.fail('no payment') : state;
    };
    const apply = (command: PaymentCommand): boolean => {
      const decided = payment.decide(command, stateNow());
      events.push(...decided);
      return decided.length > 0;
    };
    const ports: Ports = {
      ...portsTo({}),
      providers: async () => provider,
      begin: async (_platformId, { to, command }) => to === 'payment' && apply(command),
      now: () => now,
    };
    server.expectExchanges(
      exchangesOf('reports a card charge as possibly done when the capture is answered with 503'),
    );
    const submission = { buyer, isFirstOnRecord: true, attempt };
    for (const each of await submitPayment(ORDER_ID, stateNow(), submission, ports)) apply(each);
    expect(stateNow()).to.include({ status: 'PENDING', submission: 'UNANSWERED' });

    now = addSeconds(CASES_AT, 60);
    server.expectExchanges([
      ...exchangesOf('finds a card charge that is authorised and not captured'),
      ...exchangesOf('captures later what was only authorised'),
    ]);
    const commands = await readBackPayment(ORDER_ID, stateNow(), 'read-back', ports);
    for (const each of commands) apply(each);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'PaymentRequested',
      'PaymentSubmissionUnanswered',
      'CaptureAttempted',
      'PaymentSubmitted',
      'PaymentApproved',
    ]);
    expect(server.seen.map(({ method }) => method)).to.deep.equal(['POST', 'PUT', 'GET', 'PUT']);
  });
});
