import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect } from 'chai';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { cents } from '#/domain/money.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { NoticeRequest } from '#/domain/ports/notice.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawMethod } from '#/domain/ports/payout.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { onz } from '#/adapters/payments/providers/onz.ts';
import { pagarme } from '#/adapters/payments/providers/pagarme.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import {
  bankWithdrawal,
  billetCharge,
  card,
  cardCharge,
  pixCharge,
  pixWithdrawal,
  receiver as sampleReceiver,
  receiverWithdrawal,
  refundOf,
} from '#/adapters/payments/evidence/samples.ts';
import { closeServer, listen } from './simulator.ts';
import { startSimulators, type Simulators } from './simulators.ts';
import { loadEvidence, nameOf } from '#/adapters/payments/evidence/evidence.ts';

const amount = cents(12_345);
const items = pixCharge.items.flatMap((item) => [
  { ...item, unitPrice: cents(2_345) },
  { ...item, id: 'offer-2', unitPrice: cents(5_000), quantity: 2 },
]);
const charges = {
  PIX: { ...pixCharge, amount, items },
  BILLET: { ...billetCharge, amount, items },
  CREDIT_CARD: { ...cardCharge, amount, items },
} as const;
const charge = charges.PIX;
const withdrawals = {
  PIX: pixWithdrawal,
  BANK_ACCOUNT: bankWithdrawal,
  RECEIVER: receiverWithdrawal,
} as const;
const cases = await loadEvidence();

/** Stands in for the product: receives notices, and keeps each with the id of its provider. */
const startReceiver = async () => {
  const received: { readonly providerId: string; readonly notice: NoticeRequest }[] = [];
  let wake = (): void => undefined;
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = answers.shift() ?? 204;
      if (status < 300) {
        const headers = request.headers as NoticeRequest['headers'];
        received.push({ providerId: request.url?.slice(1) ?? '', notice: { headers, body } });
      }
      response.writeHead(status).end();
      wake();
    });
  });
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  return {
    url,
    answers,
    about: async (providerId: string, transactionId: string): Promise<NoticeRequest> => {
      for (;;) {
        const index = received.findIndex(
          (each) => each.providerId === providerId && each.notice.body.includes(transactionId),
        );
        const [found] = index < 0 ? [] : received.splice(index, 1);
        if (found) return found.notice;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => closeServer(server),
  };
};

/** Returns a card token, and the id of a saved card at providers that save cards. */
const cardAt = async (provider: PaymentProvider) => {
  const { cardToken: sample = '' } = cardCharge;
  const cardToken = (await provider.createCardToken?.(card)) ?? sample;
  const cardId = await provider.createCardId?.({ cardToken, customer: cardCharge.customer });
  return { cardToken, ...(cardId !== undefined && { cardId }) };
};

const must = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('it should be there');
  return value;
};

describe('simulated acquirers', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let simulators: Simulators;
  const trusted = getCACertificates('default');

  const accountOf = (id: string, changed: object = {}) => ({
    ...(must(simulators.each.find(({ name }) => name === id)).account as object),
    ...changed,
  });
  const openOnz = (changed: object = {}) =>
    openHere(onz, onz.account.parse(accountOf('onz', changed)));
  const openFairpay = (changed: object = {}) =>
    openHere(fairpay, fairpay.account.parse(accountOf('fairpay', changed)));
  const pay = async (transactionId: string): Promise<number> => {
    const path = `/simulator/payments/${encodeURIComponent(transactionId)}/pay`;
    return (await fetch(`${simulators.controlUrl}${path}`, { method: 'POST' })).status;
  };
  const read = async (provider: PaymentProvider, transactionId: string) =>
    provider.getTransaction?.({ transactionId });

  before(async () => {
    receiver = await startReceiver();
    simulators = await startSimulators(cases, {
      webhookUrl: (id) => `${receiver.url}/${id}`,
      pausesMs: [10, 10],
    });
    setDefaultCACertificates([...trusted, simulators.ca]);
  });
  after(async () => {
    setDefaultCACertificates(trusted);
    await simulators.close();
    await receiver.close();
  });

  it('charge, are paid, tell and refund, behind mutual TLS and tokens', async () => {
    const provider = openOnz();
    const made = must(await provider.createTransaction?.(charge));
    expect(made).to.include({ status: 'PENDING', amount, paymentMethod: 'PIX' });
    const code = parseBrCode(must(made.pixCode));
    expect(code.ok && code.fields.amount).to.equal(amount);
    expect(await read(provider, made.transactionId)).to.deep.equal(made);

    expect(await pay(made.transactionId)).to.equal(200);
    expect(await pay(made.transactionId), 'twice').to.equal(404);
    const [reported] = must(
      await provider.readNotices?.(await receiver.about('onz', made.transactionId)),
    );
    expect(reported).to.include({ transactionId: made.transactionId, status: 'APPROVED' });
    expect(await read(provider, made.transactionId)).to.include({ status: 'APPROVED', amount });

    const refund = { ...refundOf(made.transactionId), amount };
    expect(await provider.refund?.(refund)).to.include({ status: true });
    expect((await failureOf(provider.refund?.(refund))).kind).to.equal('invalid');
  });

  it('keep one charge from another, and know only those that they made', async () => {
    const provider = openOnz();
    const [one, other] = await Promise.all([
      provider.createTransaction?.(charge),
      provider.createTransaction?.({ ...charge, amount: cents(100) }),
    ]);
    expect(must(one).transactionId).to.not.equal(must(other).transactionId);
    await pay(must(one).transactionId);
    const readings = [
      await read(provider, must(one).transactionId),
      await read(provider, must(other).transactionId),
    ];
    expect(readings.map((each) => [each?.status, each?.amount])).to.deep.equal([
      ['APPROVED', amount],
      ['PENDING', 100],
    ]);
    expect(await read(provider, 'none')).to.equal(undefined);
  });

  it('pay out once however often they are asked, and look it up', async () => {
    const provider = openOnz();
    const { withdrawReference } = pixWithdrawal;
    const paid = must(await provider.withdraw?.({ ...pixWithdrawal, amount }));
    expect(paid).to.include({ status: 'APPROVED', amount });
    expect(await provider.withdraw?.({ ...pixWithdrawal, amount })).to.deep.equal(paid);
    expect(await provider.getWithdraw?.({ withdrawId: paid.withdrawId })).to.deep.equal(paid);
    expect(await provider.findWithdraw?.({ withdrawReference })).to.deep.equal(paid);
    expect(await provider.findWithdraw?.({ withdrawReference: 'another' })).to.equal(undefined);
  });

  it('tell the address that came with the charge, until they are heard', async () => {
    receiver.answers.push(500, 503);
    const provider = openFairpay();
    const webhookUrl = `${receiver.url}/with-the-charge`;
    const made = must(
      await provider.createTransaction?.({ ...charge, orderId: 'ours', webhookUrl }),
    );
    await pay(made.transactionId);
    const [reported] = must(
      await provider.readNotices?.(await receiver.about('with-the-charge', made.transactionId)),
    );
    expect(reported).to.include({ orderId: 'ours', status: 'APPROVED' });
  });

  it('keep the way that a charge is paid, and part of it when it is refunded', async () => {
    const provider = openFairpay();
    const made = must(await provider.createTransaction?.({ ...billetCharge, amount }));
    expect(made).to.include({ paymentMethod: 'BILLET', status: 'PENDING', amount });
    await pay(made.transactionId);
    const reading = await read(provider, made.transactionId);
    expect(reading).to.deep.equal({ ...made, status: 'APPROVED' });
    await provider.refund?.({ ...refundOf(made.transactionId), amount: cents(45) });
    const after = await read(provider, made.transactionId);
    expect(after).to.include({ status: 'APPROVED', refundedAmount: 45 });
  });

  it('tell ways to pay apart by their word alone, however much else is different', async () => {
    const { address: _, ...withoutAddress } = billetCharge;
    const account = pagarme.account.parse(accountOf('pagarme'));
    const made = await openHere(pagarme, account).createTransaction?.({
      ...withoutAddress,
      amount: cents(9_700),
      items: pixCharge.items.map((item) => ({ ...item, unitPrice: cents(9_700) })),
      customer: { ...billetCharge.customer, name: 'Marina Duarte' },
      orderId: randomUUID(),
    });
    expect(made)
      .to.include({ paymentMethod: 'BILLET', amount: 9_700 })
      .and.to.have.property('billetCode');
  });

  it('let in nobody with another key, another secret or without a certificate', async () => {
    const refused = [openFairpay({ secretKey: 'another' }), openOnz({ clientSecret: 'another' })];
    for (const provider of refused) {
      expect(await failureOf(provider.createTransaction?.(charge))).to.include({
        kind: 'unauthorized',
        mayHaveHappened: false,
      });
    }
    const url = must(simulators.each.find(({ id }) => id === 'onz')).url;
    const error: unknown = await fetch(`${url}/cob`, { method: 'POST' }).catch((it: unknown) => it);
    expect(error).to.be.instanceOf(Error);
    const other = openOnz({ secretKey: 'another' });
    const made = must(await other.createTransaction?.(charge));
    await pay(made.transactionId);
    const refund = { ...refundOf(made.transactionId), amount };
    expect((await failureOf(other.refund?.(refund))).kind).to.equal('unauthorized');
  });

  it('pay themselves when they are told to', async () => {
    const [fairpayCases] = cases.filter(({ provider }) => provider.id === 'fairpay');
    const own = await startSimulators([must(fairpayCases)], {
      payAfterMs: 1,
      webhookUrl: () => receiver.url,
    });
    const account = fairpay.account.parse(must(own.each[0]).account);
    const webhookUrl = `${receiver.url}/by-itself`;
    const made = await openHere(fairpay, account).createTransaction?.({
      ...charge,
      webhookUrl,
    });
    await receiver.about('by-itself', must(made).transactionId);
    expect(must(own.each[0]).openCharges()).to.deep.equal([]);
    await own.close();
  });

  it('list open charges for a person to pay', async () => {
    const made = must(await openFairpay().createTransaction?.({ ...charge, orderId: 'listed' }));
    const page = await (await fetch(simulators.controlUrl)).text();
    expect(page).to.include(made.transactionId).and.to.include('R$ 123.45');
  });

  for (const each of cases) {
    const { provider: definition, sign } = each;
    describe(nameOf(each), () => {
      const account = () => definition.account.parse(accountOf(nameOf(each)));
      const open = () => openHere(definition, account());
      const { charge: methods = {}, withdraw = {} } = definition.operations;

      for (const method of Object.keys(methods) as readonly PaymentMethod[]) {
        it(`charges by ${method}, is paid, tells, and refunds`, async () => {
          const provider = open();
          const made = must(
            await provider.createTransaction?.({
              ...charges[method],
              ...(method === 'CREDIT_CARD' && (await cardAt(provider))),
              orderId: randomUUID(),
              webhookUrl: `${receiver.url}/${definition.id}`,
            }),
          );
          expect(made).to.include({ paymentMethod: method, amount });
          const { transactionId, status } = made;
          if (status === 'PENDING') expect(await pay(transactionId)).to.equal(200);
          const approved = { paymentMethod: method, status: 'APPROVED', amount };
          if (provider.getTransaction)
            expect(await read(provider, transactionId)).to.include(approved);
          if (provider.readNotices) {
            const notice = await receiver.about(definition.id, transactionId);
            const reported = await provider.readNotices(notice).catch((error: unknown) => {
              throw sign ? error : new Error('its cases have no `sign`', { cause: error });
            });
            expect(reported[0]).to.include({ transactionId, status: 'APPROVED' });
          }
          const refund = { ...refundOf(transactionId), refundId: randomUUID(), amount };
          if (provider.refund && `${definition.id} ${method}` !== 'iugu BILLET')
            expect(await provider.refund(refund)).to.include({ status: true });
        });
      }

      if (definition.operations.createReceiver) {
        it('registers a receiver, and shows it', async () => {
          const provider = open();
          const { receiverId } = must(await provider.createReceiver?.(sampleReceiver));
          const found = await provider.getReceiver?.({ receiverId });
          expect(found).to.include({ receiverId });
        });
      }

      if (definition.operations.getAnticipationLimits) {
        it('tells how much of what a receiver is owed may be paid early', async () => {
          const provider = open();
          const { receiverId } = must(await provider.createReceiver?.(sampleReceiver));
          const query = { receiverId, timeframe: 'START', paymentDate: '2026-12-01' } as const;
          const { minimum, maximum } = must(await provider.getAnticipationLimits?.(query));
          expect(maximum.amount).to.be.greaterThan(minimum.amount);
        });
      }

      if (definition.operations.listDisputes) {
        it('lists disputes', async () => {
          const [first] = must(await open().listDisputes?.({ since: '2026-11-01T00:00:00.000Z' }));
          expect(first).to.include({ status: 'OPEN' });
        });
      }

      for (const method of Object.keys(withdraw) as readonly WithdrawMethod[]) {
        it(`pays out by ${method}, and looks it up`, async () => {
          const provider = open();
          const withdrawReference = randomUUID();
          const request = { ...withdrawals[method], amount, withdrawReference };
          const { withdrawId } = must(await provider.withdraw?.(request));
          if (provider.getWithdraw) {
            const found = await provider.getWithdraw({ withdrawId });
            expect(found).to.include({ status: 'APPROVED', amount });
          }
          if (provider.findWithdraw) {
            const found = await provider.findWithdraw({ withdrawReference });
            expect(found).to.include({ status: 'APPROVED', amount });
          }
        });
      }
    });
  }
});
