import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { parseBrCode } from '#/domain/brazil/br-code.ts';
import { cents } from '#/domain/values/money.ts';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { fairpay } from '#/adapters/payments/providers/fairpay.ts';
import { onz } from '#/adapters/payments/providers/onz.ts';
import { pagarme } from '#/adapters/payments/providers/pagarme.ts';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import {
  boletoCharge,
  pixCharge,
  pixWithdrawal,
  refundOf,
} from '#/adapters/payments/evidence/samples.ts';
import { startSimulators } from './simulators.ts';
import { amount, charges } from './testing/charges.ts';
import { must } from './testing/must.ts';
import { read, SimulatedWorld } from './testing/simulated-world.ts';

const charge = charges.PIX;
const cases = await loadProviderCases();

describe('Simulated acquirer', () => {
  let world: SimulatedWorld;

  before(async () => {
    world = await SimulatedWorld.open(cases);
  });
  after(() => world.close());

  const openOnz = (changes: object = {}) =>
    openHere(onz, onz.account.parse(world.accountOf('onz', changes)));
  const openFairpay = (changes: object = {}) =>
    openHere(fairpay, fairpay.account.parse(world.accountOf('fairpay', changes)));

  it('takes a PIX charge through payment, notice and refund, behind mutual TLS and tokens', async () => {
    const provider = openOnz();
    const transaction = must(await provider.createTransaction?.(charge));
    expect(transaction).to.include({ status: 'PENDING', amount, paymentMethod: 'PIX' });
    const code = parseBrCode(must(transaction.pixCode));
    expect(code.ok && code.fields.amount).to.equal(amount);
    expect(await read(provider, transaction.transactionId)).to.deep.equal(transaction);

    expect(await world.pay(transaction.transactionId)).to.equal(200);
    expect(await world.pay(transaction.transactionId), 'twice').to.equal(404);
    const [reported] = must(
      await provider.readNotices?.(await world.receiver.about('onz', transaction.transactionId)),
    );
    expect(reported).to.include({ transactionId: transaction.transactionId, status: 'APPROVED' });
    expect(await read(provider, transaction.transactionId)).to.include({
      status: 'APPROVED',
      amount,
    });

    const refund = { ...refundOf(transaction.transactionId), amount };
    expect(await provider.refund?.(refund)).to.include({ status: true });
    expect((await failureOf(provider.refund?.(refund))).kind).to.equal('invalid');
  });

  it('keeps two charges apart, and finds no charge that was never made', async () => {
    const provider = openOnz();
    const [first, second] = await Promise.all([
      provider.createTransaction?.(charge),
      provider.createTransaction?.({ ...charge, amount: cents(100) }),
    ]);
    expect(must(first).transactionId).to.not.equal(must(second).transactionId);
    await world.pay(must(first).transactionId);
    const readings = [
      await read(provider, must(first).transactionId),
      await read(provider, must(second).transactionId),
    ];
    expect(readings.map((each) => [each?.status, each?.amount])).to.deep.equal([
      ['APPROVED', amount],
      ['PENDING', 100],
    ]);
    expect(await read(provider, 'none')).to.equal(undefined);
  });

  it('returns the same payout for a repeated request, and finds it by id and by reference', async () => {
    const provider = openOnz();
    const { withdrawReference } = pixWithdrawal;
    const paid = must(await provider.withdraw?.({ ...pixWithdrawal, amount }));
    expect(paid).to.include({ status: 'APPROVED', amount });
    expect(await provider.withdraw?.({ ...pixWithdrawal, amount })).to.deep.equal(paid);
    expect(await provider.getWithdraw?.({ withdrawId: paid.withdrawId })).to.deep.equal(paid);
    expect(await provider.findWithdraw?.({ withdrawReference })).to.deep.equal(paid);
    expect(await provider.findWithdraw?.({ withdrawReference: 'another' })).to.equal(undefined);
  });

  it('sends the notice to the webhook URL of the charge, again after failures', async () => {
    world.receiver.answers.push(500, 503);
    const provider = openFairpay();
    const webhookUrl = `${world.receiver.url}/with-the-charge`;
    const transaction = must(
      await provider.createTransaction?.({ ...charge, orderId: 'ours', webhookUrl }),
    );
    await world.pay(transaction.transactionId);
    const [reported] = must(
      await provider.readNotices?.(
        await world.receiver.about('with-the-charge', transaction.transactionId),
      ),
    );
    expect(reported).to.include({ orderId: 'ours', status: 'APPROVED' });
  });

  it('states that a paid charge was by boleto, and how much of it was refunded', async () => {
    const provider = openFairpay();
    const transaction = must(await provider.createTransaction?.({ ...boletoCharge, amount }));
    expect(transaction).to.include({ paymentMethod: 'BILLET', status: 'PENDING', amount });
    await world.pay(transaction.transactionId);
    const reading = await read(provider, transaction.transactionId);
    expect(reading).to.deep.equal({ ...transaction, status: 'APPROVED' });
    await provider.refund?.({ ...refundOf(transaction.transactionId), amount: cents(45) });
    const refunded = await read(provider, transaction.transactionId);
    expect(refunded).to.include({ status: 'APPROVED', refundedAmount: 45 });
  });

  it('recognises a boleto charge by its payment method, although other fields differ from the case', async () => {
    const { address: _, ...withoutAddress } = boletoCharge;
    const account = pagarme.account.parse(world.accountOf('pagarme'));
    const transaction = await openHere(pagarme, account).createTransaction?.({
      ...withoutAddress,
      amount: cents(9_700),
      items: pixCharge.items.map((item) => ({ ...item, unitPrice: cents(9_700) })),
      customer: { ...boletoCharge.customer, name: 'Marina Duarte' },
      orderId: randomUUID(),
    });
    expect(transaction)
      .to.include({ paymentMethod: 'BILLET', amount: 9_700 })
      .and.to.have.property('billetCode');
  });

  it('rejects a wrong key, a wrong secret and a connection without a certificate', async () => {
    const unauthorised = [
      openFairpay({ secretKey: 'another' }),
      openOnz({ clientSecret: 'another' }),
    ];
    for (const provider of unauthorised) {
      expect(await failureOf(provider.createTransaction?.(charge))).to.include({
        kind: 'unauthorized',
        mayHaveHappened: false,
      });
    }
    const url = must(world.simulators.each.find(({ id }) => id === 'onz')).url;
    const error: unknown = await fetch(`${url}/cob`, { method: 'POST' }).catch(
      (failure: unknown) => failure,
    );
    expect(error).to.be.instanceOf(Error);
    const withWrongKey = openOnz({ secretKey: 'another' });
    const transaction = must(await withWrongKey.createTransaction?.(charge));
    await world.pay(transaction.transactionId);
    const refund = { ...refundOf(transaction.transactionId), amount };
    expect((await failureOf(withWrongKey.refund?.(refund))).kind).to.equal('unauthorized');
  });

  it('pays a charge by itself when it is configured to', async () => {
    const [fairpayCases] = cases.filter(({ provider }) => provider.id === 'fairpay');
    const simulators = await startSimulators([must(fairpayCases)], {
      payAfterMs: 1,
      webhookUrl: () => world.receiver.url,
    });
    const account = fairpay.account.parse(must(simulators.each[0]).account);
    const webhookUrl = `${world.receiver.url}/by-itself`;
    const transaction = await openHere(fairpay, account).createTransaction?.({
      ...charge,
      webhookUrl,
    });
    await world.receiver.about('by-itself', must(transaction).transactionId);
    expect(must(simulators.each[0]).openCharges()).to.deep.equal([]);
    await simulators.close();
  });

  it('lists an open charge and its amount on the control page', async () => {
    const transaction = must(
      await openFairpay().createTransaction?.({ ...charge, orderId: 'listed' }),
    );
    const page = await (await fetch(world.simulators.controlUrl)).text();
    expect(page).to.include(transaction.transactionId).and.to.include('R$ 123.45');
  });
});
