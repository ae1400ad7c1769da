import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { chooseAfter, type RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent, RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';

const restored: Epoch = { number: 2, since: now, began: '1' };

const choice: RoutingDecision = {
  reason: 'SHARE',
  considered: [
    { provider: 'sandbox', share: 40, standing: 'FIT' },
    { provider: 'noxpay', share: 30, standing: 'FIT' },
    { provider: 'pagarme', share: 30, standing: 'FIT' },
  ],
};

const charge = (differs: Partial<TransactionResult> = {}): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status: 'APPROVED',
  amount: cents(9_700),
  orderId: 'p-1',
  ...differs,
});

type Acquirer = Partial<PaymentProvider>;

const having = (found?: TransactionResult): Acquirer => ({
  absence: { createTransaction: { seconds: 1 } },
  findTransaction: async () => found,
  getTransaction: async ({ transactionId }) =>
    found?.transactionId === transactionId ? found : undefined,
});

const silent: Acquirer = {
  findTransaction: async () => {
    throw new ProviderFailure('unavailable', 'no answer', { mayHaveHappened: false });
  },
};

/**
 * A PIX that the log had lost, charged anew at the sandbox, and expired there.
 * @param asked `seconds`: since it expired. `by`: why the sandbox charged it
 */
const expired = (
  acquirers: Readonly<Record<string, Acquirer>>,
  { seconds = 600, by = choice } = {},
) => {
  const at = addSeconds(now, 60);
  const expiresAt = addSeconds(at, 900);
  const data = samplePayment({ method: 'PIX', choice: by, at, expiresAt, mayRepeat: true });
  const codes = { pixCode: 'code', billetCode: null, billetUrl: null, cardBrand: null };
  const events: PaymentEvent[] = [
    { type: 'PaymentRequested', data },
    {
      type: 'PaymentSubmitted',
      data: { transactionId: 'tx-0', ...codes, cardLastDigits: null, expiresAt, at },
    },
  ];
  const all: Record<string, Acquirer> = {
    sandbox: having(charge({ transactionId: 'tx-0', status: 'PENDING' })),
    ...acquirers,
  };
  const ports = portsTo({}, addSeconds(expiresAt, seconds));
  const providers: Ports['providers'] = async (id, platformId) => ({
    ...(await ports.providers(id, platformId)),
    id,
    ...all[id],
  });
  const world: Ports = { ...ports, providers, epoch: async () => restored };
  const state = (): RequestedPayment => {
    const it = replay(payment, events);
    if (it.status === 'NONE') throw new Error('none');
    return it;
  };
  const ask = () => readBackPayment('p-1', state(), 'read-back', world);
  const record = (commands: readonly PaymentCommand[]) => {
    for (const command of commands) events.push(...payment.decide(command, state()));
  };
  return {
    all,
    events,
    state,
    ask,
    record,
    types: () => events.map(({ type }) => type),
    readBack: async (times = 3) => {
      for (let nth = 0; nth < times; nth += 1) record(await ask());
    },
  };
};

describe('A PIX charged anew and expired, whose first acquirer was paid', () => {
  it('is approved once, with the money at the first acquirer, also by two processes', async () => {
    const it = expired({ noxpay: having(), pagarme: having(charge()) });
    const [one, other] = [await it.ask(), await it.ask()];
    it.record(one);
    it.record(other);
    const [three, four] = [await it.ask(), await it.ask()];
    it.record(three);
    it.record(four);
    it.record(other);
    await it.readBack();
    expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    expect(it.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
    expect(it.state().approved).to.include({ provider: 'pagarme', amount: 9_700 });
  });

  it('is approved where the answer does not repeat our order', async () => {
    const { orderId: _, ...said } = charge();
    const it = expired({ noxpay: having(), pagarme: having(said) });
    await it.readBack();
    expect(it.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
  });

  it('is left to staff with all its money where another amount came in', async () => {
    for (const amount of [cents(100), cents(20_000)]) {
      const it = expired({ noxpay: having(), pagarme: having(charge({ amount })) });
      await it.readBack(5);
      expect(it.types().filter((type) => type === 'PaymentMismatchFound')).to.have.length(1);
    }
  });

  for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
    it(`is approved and taken back where it went back since: ${status}`, async () => {
      const it = expired({ noxpay: having(), pagarme: having(charge({ status })) });
      await it.readBack(5);
      expect(it.state()).to.include({ status, provider: 'pagarme' });
      expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    });

  it('is found at an acquirer that declined to charge it anew', async () => {
    const by = chooseAfter('pagarme', 'p-1', choice)?.choice;
    const it = expired({ noxpay: having(), pagarme: having(charge()) }, { by });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found also where the acquirer that charged it anew knows its charge no more', async () => {
    const it = expired({ sandbox: having(), noxpay: having(), pagarme: having(charge()) });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is left to staff where that acquirer knows its charge no more, and none was paid', async () => {
    const it = expired({ sandbox: having(), noxpay: having(), pagarme: having() });
    await it.readBack();
    expect(it.types().at(-1)).to.equal('PaymentLeftUnresolved');
  });

  it('is followed to where it can still be paid, if it is canceled before it expires', async () => {
    const canceled = having(charge({ transactionId: 'tx-0', status: 'CANCELED' }));
    const pending = having(charge({ status: 'PENDING' }));
    for (const [seconds, end] of [
      [-300, { status: 'PENDING', provider: 'pagarme', transactionId: 'tx-1' }],
      [600, { status: 'CANCELED', provider: 'sandbox', transactionId: 'tx-0' }],
    ] as const) {
      const it = expired({ sandbox: canceled, noxpay: having(), pagarme: pending }, { seconds });
      await it.readBack();
      expect(it.state()).to.include(end);
    }
  });

  it('is found although another acquirer of its route does not answer', async () => {
    const it = expired({ noxpay: silent, pagarme: having(charge()) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const it = expired({ noxpay: having(other), pagarme: having(charge()) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is called off although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const it = expired({ noxpay: having(other), pagarme: having() });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });

  it('is approved by the acquirer that charged it anew when both were paid', async () => {
    const it = expired({ noxpay: having(), pagarme: having(charge()) });
    await it.readBack();
    it.all['sandbox'] = having(charge({ transactionId: 'tx-0' }));
    await it.readBack();
    expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
  });

  it('stays open while another acquirer answers with a word that no one knows', async () => {
    const unknown = charge({ status: 'PENDING', unknownStatus: 'LIQUIDADA' });
    const it = expired({ noxpay: having(), pagarme: having(unknown) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'PENDING' });
  });

  it('is refunded and charged back at the first acquirer', async () => {
    const it = expired({ noxpay: having(), pagarme: having(charge()) });
    await it.readBack(5);
    const refund = { refundId: 'r-1', amount: cents(1_000), note: '', now } as const;
    it.record([{ type: 'RequestRefund', ...refund }]);
    const requested = it.events.find(({ type }) => type === 'PaymentRefundRequested');
    expect(requested?.data).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    it.record([{ type: 'FailRefund', refundId: 'r-1', cause: 'provider', now }]);
    it.all['pagarme'] = having(charge({ status: 'CHARGEBACK' }));
    await it.readBack(2);
    const back = it.events.filter(({ type }) => type === 'PaymentChargedBack');
    expect(back).to.have.length(1);
    expect(back[0]?.data).to.include({ provider: 'pagarme', amount: 9_700 });
  });
});
