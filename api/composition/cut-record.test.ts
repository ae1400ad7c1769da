import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { z } from 'zod';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { startProduct, type Product } from '#/scripts/testing/product.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { CutRecord, requireWholeRecord } from './whole-record.ts';

const buyer = {
  name: 'Zulmira Quitéria',
  email: 'zulmira.quiteria@example.com',
  phone: '11987612345',
  cpf: '52998224725',
};

const readiness = z.object({
  attention: z.array(z.object({ what: z.string(), why: z.array(z.string()) })).default([]),
});

describe('Detection of deleted or hidden events in EventStoreDB', function () {
  this.timeout(120_000);
  let product: Product;
  let operator: EventStoreDBClient;
  let url: string;

  const purchase = { ...buyer, offerId: 'demo-ebook', paymentMethod: 'PIX' } as const;
  const buy = async (key: string = randomUUID()): Promise<PaymentView> =>
    (await product.ask('checkout.purchase', purchase, { key })).payment;
  /** The first write revives a deleted stream for new events, the second makes all of it readable. */
  const makeWhole = async (stream: string): Promise<void> => {
    for (let written = 0; written < 2; written += 1) {
      await operator.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: {} }));
    }
  };
  const attention = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    return readiness.parse(await answer.json()).attention.find(({ what }) => what === 'record');
  };

  before(async () => {
    product = await startProduct(0, { log: 'eventstoredb' });
    url = product.environment['EVENTSTORE_URL'] ?? '';
    operator = EventStoreDBClient.connectionString(url);
  });

  after(async () => {
    await operator.dispose();
    await product.stop();
  });

  it('reports a deleted stream at /readyz, in metrics and as service/record-cut until it is restored', async () => {
    const [key, otherKey] = [randomUUID(), randomUUID()];
    const [{ paymentId }] = [await buy(key), await buy(otherKey)];
    const stream = `payment-${paymentId}`;
    await operator.deleteStream(stream);
    const reported = await eventually(attention, 'staff are told');
    expect(reported.why).to.deep.equal([`the record of ${stream} is cut: it was deleted`]);
    const { code, status, detail } = await product.refusal('checkout.purchase', purchase, { key });
    expect({ code, status }).to.deep.equal({ code: 'service/record-cut', status: 503 });
    expect(detail.pt).to.include('ocultada ou apagada');
    const metrics = await (await fetch(`${product.url}/metrics`)).text();
    expect(metrics).to.match(/^razao_records_cut 1$/m);
    await buy(otherKey);

    await makeWhole(stream);
    await eventually(async () => (await attention()) === undefined || undefined, 'it is whole');
    expect((await buy(key)).paymentId).to.equal(paymentId);
  });

  it('fails npm run verify and prevents a start, with instructions, while a stream is deleted', async () => {
    const { paymentId } = await buy();
    const stream = `payment-${paymentId}`;
    await operator.deleteStream(stream);
    const { code, output } = await runScript('verify', [], product.environment);
    expect(output).to.include(`The record of ${stream} is cut: it was deleted.`);
    expect(code).to.equal(1);
    const store = await openEventStoreDb({ connectionString: url });
    const refusal = await requireWholeRecord(store).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(CutRecord);
    expect(refusal)
      .to.have.property('message')
      .that.includes(`The record of ${stream} is cut`)
      .and.includes('Take $maxCount, $maxAge and $tb out');
    await makeWhole(stream);
    await eventually(() => store.cuts?.list().length === 0 || undefined, 'it is whole again');
    await requireWholeRecord(store);
    await store.close();
    expect((await runScript('verify', [], product.environment)).output).to.include('Everything');
  });

  it('prevents a start when the server-wide settings hide events', async () => {
    const settings = jsonEvent({ type: 'settings', data: { defaults: { $maxAge: 60 } } });
    await operator.appendToStream('$settings', settings);
    const store = await openEventStoreDb({ connectionString: url });
    const refusal = await requireWholeRecord(store).catch((error: unknown) => error);
    expect(refusal).to.have.property('message').that.includes('$settings');
    await operator.appendToStream('$settings', jsonEvent({ type: 'settings', data: {} }));
    await requireWholeRecord(store);
    await store.close();
  });

  it('closes only a permanently deleted stream: other purchases and starts still work', async () => {
    const key = randomUUID();
    const { paymentId } = await buy(key);
    await operator.tombstoneStream(`payment-${paymentId}`);
    await eventually(attention, 'staff are told');
    const { code } = await product.refusal('checkout.purchase', purchase, { key });
    expect(code).to.equal('service/record-cut');
    await product.pay(await buy());
    const store = await openEventStoreDb({ connectionString: url });
    await requireWholeRecord(store);
    await store.close();
    const { output } = await runScript('verify', [], product.environment);
    expect(output).to.include(`payment-${paymentId} is cut: it was deleted for good.`);
  });
});
