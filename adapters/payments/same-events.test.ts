import { expect } from 'chai';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { replay } from '#/domain/aggregates/aggregate.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Payment, PaymentEvent } from '#/domain/payment/state.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { submitPayment } from '#/domain/workflows/submit-payment.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { sendJson, startCaseServer } from './evidence/case-server.ts';
import { loadProviderCases } from './evidence/evidence.ts';
import type { ProviderCases } from './evidence/provider-cases.ts';
import { attempt, CASES_AT, ORDER_ID, pixCharge, WEBHOOK_URL } from './evidence/samples.ts';

const buyer = {
  identity: { name: pixCharge.customer.name, document: pixCharge.customer.document },
  contact: { email: pixCharge.customer.email, phone: pixCharge.customer.phone },
};

const purchase = (provider: string) =>
  samplePayment({
    provider,
    method: 'PIX',
    amount: pixCharge.amount,
    lines: [{ kind: 'OFFER', id: 'offer-1', title: 'Um e-book', amount: pixCharge.amount }],
    expiresAt: null,
    at: CASES_AT,
  });

/** The events of a payment that is charged at the acquirer, and read back once it is paid there. */
const eventsAt = async (providerCases: ProviderCases<never>): Promise<readonly PaymentEvent[]> => {
  const { provider: definition, cases, statuses } = providerCases;
  const charged = cases.find(
    (each) =>
      each.operation === 'createTransaction' &&
      each.input.paymentMethod === 'PIX' &&
      'result' in each,
  );
  const [approvedWord] =
    Object.entries(statuses.words).find(([, status]) => status === 'APPROVED') ?? [];
  if (charged === undefined || approvedWord === undefined)
    throw new Error(`${definition.id} has no cases`);
  const server = await startCaseServer(providerCases.tokens);
  try {
    const account = definition.account.parse(providerCases.account(server.url));
    const now = (): number => Date.parse(CASES_AT);
    const provider = openHere(definition, account, { now });
    const ports: Ports = {
      providers: async () => provider,
      open: async () => undefined,
      ...withoutReceivers,
      files: memoryFiles().storage,
      secretName: (text) => text,
      digest: (text) => text,
      webhookUrl: () => WEBHOOK_URL,
      now: () => CASES_AT,
    };
    const requested = purchase(definition.id);
    const events: PaymentEvent[] = [{ type: 'PaymentRequested', data: requested }];
    const stateNow = (): Payment => replay(payment, events);
    const applyAll = (commands: readonly PaymentCommand[]): void => {
      for (const command of commands) events.push(...payment.decide(command, stateNow()));
    };
    // `providers.test.ts` checks the requests.
    server.expectExchanges(charged.exchanges);
    const beforeCharge = stateNow();
    if (beforeCharge.status === 'NONE') throw new Error('no payment');
    applyAll(
      await submitPayment(ORDER_ID, beforeCharge, { buyer, isFirstOnRecord: true, attempt }, ports),
    );
    server.answerWith((_seen, response) => sendJson(response, 200, statuses.reply(approvedWord)));
    const afterCharge = stateNow();
    if (afterCharge.status === 'NONE') throw new Error('no payment');
    applyAll(await readBackPayment(ORDER_ID, afterCharge, 'read-back', ports));
    return events;
  } finally {
    await server.close();
  }
};

/** Leaves out the provider's name and what the provider alone decides. */
const comparable = ({ type, data }: PaymentEvent): unknown => {
  const fields: Readonly<Record<string, unknown>> = data;
  const ownFields = ['provider', 'transactionId', 'pixCode', 'expiresAt', 'endToEndId'];
  return {
    type,
    data: Object.fromEntries(Object.entries(fields).filter(([name]) => !ownFields.includes(name))),
  };
};

const acquirers = (await loadProviderCases()).filter(
  ({ provider }) => provider.operations.charge?.PIX !== undefined,
);

describe('The same PIX purchase at every acquirer', () => {
  it('produces the same events, except for the acquirer’s name, references and expiry', async () => {
    const histories = await Promise.all(
      acquirers.map(async (each) => ({
        id: each.provider.id,
        events: (await eventsAt(each)).map(comparable),
      })),
    );
    const [first] = histories;
    expect(first?.events.map((event) => (event as PaymentEvent).type)).to.deep.equal([
      'PaymentRequested',
      'PaymentSubmitted',
      'PaymentApproved',
    ]);
    for (const { id, events } of histories) expect(events, id).to.deep.equal(first?.events);
  });
});
