import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { cents } from '#/domain/values/money.ts';
import { History } from '#/projections/testing/history.ts';

const codeOf = ({ body }: ApiAnswer): string => problem.parse(body).code;

describe('Refund request', () => {
  let world: ApiWorld;
  let history: History;
  let paymentId: string;

  before(async () => {
    world = await apiWorld();
    history = new History(world.services.core.now());
  });
  after(() => world.close());

  beforeEach(async () => {
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
  });

  const refund = (amount?: number, key?: string, as: 'ana' | 'admin' = 'ana') =>
    world.post(
      `/api/${as === 'ana' ? 'seller' : 'admin'}.requestRefund`,
      { paymentId, note: 'Comprador desistiu', ...(amount !== undefined && { amount }) },
      { as, ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
    );

  it('refunds a part, then the rest of the payment, and rejects a further refund with 422', async () => {
    const part = await refund(20_00);
    expect(Object(part.body).amount).to.equal(20_00);
    const rest = await refund();
    expect(Object(rest.body).amount).to.equal(77_00);
    const rejected = await refund();
    expect([rejected.status, codeOf(rejected)]).to.deep.equal([422, 'payment/refund-exceeds-paid']);
  });

  it('records that a refund may repeat one that a failover lost, unless its key is younger than the failover', async () => {
    const { core } = world.services;
    const { epoch } = core.ports;
    const since = addSeconds(core.now(), -7_200);
    Object.assign(core.ports, { epoch: async () => ({ ...(await epoch()), number: 2, since }) });
    const request = async (age: object) => {
      const headers = { 'idempotency-key': randomUUID(), ...age };
      const input = { paymentId, amount: 10_00, note: 'Comprador desistiu' };
      await world.post('/api/seller.requestRefund', input, { as: 'ana', headers });
      const events = await world.store.readStream(streamOf('payment', paymentId));
      return events.at(-1)?.data;
    };
    expect(await request({})).to.include('"mayRepeat":true');
    expect(await request({ 'idempotency-key-age': '60' })).to.not.include('mayRepeat');
    Object.assign(core.ports, { epoch });
  });

  it('shows a new refund in the list and in the sale when they are read at its position', async () => {
    const { refundId, position } = Object((await refund(20_00)).body);
    const list = await world.get(`/api/seller.listRefunds?after=${position}`, { as: 'ana' });
    expect(list.text).to.include(refundId);
    const sale = await world.get(`/api/seller.getSale?paymentId=${paymentId}&after=${position}`, {
      as: 'ana',
    });
    const { refundable, timeline } = Object(sale.body);
    expect(refundable).to.equal(77_00);
    expect(timeline.at(-1)).to.include({
      type: 'PaymentRefundRequested',
      actor: 'seller:seller-1',
      amount: 20_00,
      note: 'Comprador desistiu',
    });
  });

  it('returns the original full refund when the request is repeated under its idempotency key', async () => {
    const first = await refund(undefined, `all-${paymentId}`);
    const repeated = await refund(undefined, `all-${paymentId}`);
    expect(repeated.body).to.deep.equal(first.body);
    expect(Object(first.body).amount).to.equal(97_00);
  });

  it('rejects a refund of another sale under a used idempotency key', async () => {
    const key = `all-${paymentId}`;
    await refund(10_00, key);
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const other = await refund(10_00, key);
    expect([other.status, codeOf(other)]).to.deep.equal([422, 'idempotency/key-reused']);
  });

  it('accepts four of eight concurrent refunds when together they exceed the paid amount', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(20_00)));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(4);
  });

  it('records the id and reason of an administrator in the audit trail', async () => {
    const { position } = Object((await refund(10_00, undefined, 'admin')).body);
    const query = `paymentId=${paymentId}&after=${position}`;
    const audit = await world.get(`/api/admin.getPaymentAudit?${query}`, { as: 'admin' });
    const { events } = Object(audit.body);
    expect(events.at(-1)).to.include({
      type: 'PaymentRefundRequested',
      actor: 'admin:admin-1',
      reason: 'Comprador desistiu',
      intact: true,
    });
  });
});

describe('Refund request at acquirers that limit refunds', () => {
  let world: ApiWorld;
  let history: History;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;

  before(async () => {
    acquirers = await startAcquirers(['iugu', 'treeal', 'bravive', 'celcoin', 'venit']);
    world = await apiWorld({ providers: acquirers.providers });
    history = new History(world.services.core.now());
  });
  after(async () => {
    await world.close();
    await acquirers.host.close();
  });

  const paid = async (
    provider: string,
    method: 'PIX' | 'BILLET' | 'CREDIT_CARD',
  ): Promise<string> => {
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    const terms = { sellerId: 'seller-1', amount: cents(97_00), buyer, provider, method };
    const paymentId = history.purchase(terms);
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    return paymentId;
  };

  const people = [
    { as: 'ana', area: 'seller' },
    { as: 'admin', area: 'admin' },
  ] as const;

  const refundRights = async (paymentId: string) => {
    const rights = people.map(async ({ as, area }) => {
      const { body } = await world.get(`/api/${area}.getSale?paymentId=${paymentId}`, { as });
      return Object(body).refundRight;
    });
    return Promise.all(rights);
  };

  const refund = (paymentId: string, amount: number, { as, area }: (typeof people)[number]) =>
    world.post(
      `/api/${area}.requestRefund`,
      { paymentId, note: 'Comprador desistiu', amount },
      { as },
    );

  for (const provider of ['iugu', 'treeal']) {
    it(`accepts only a full refund of a PIX at ${provider}, and says so to seller and administrator`, async () => {
      const paymentId = await paid(provider, 'PIX');
      expect(await refundRights(paymentId)).to.deep.equal(['ONLY_WHOLE', 'ONLY_WHOLE']);
      for (const person of people) {
        const part = await refund(paymentId, 20_00, person);
        expect([part.status, codeOf(part)]).to.deep.equal([422, 'refund/partial-not-offered']);
      }
      expect((await refund(paymentId, 97_00, people[0])).status).to.equal(200);
    });
  }

  it('rejects a partial and a full refund of a boleto at iugu', async () => {
    const paymentId = await paid('iugu', 'BILLET');
    expect(await refundRights(paymentId)).to.deep.equal(['NEVER', 'NEVER']);
    for (const amount of [20_00, 97_00]) {
      const rejected = await refund(paymentId, amount, people[0]);
      expect([rejected.status, codeOf(rejected)]).to.deep.equal([422, 'refund/not-offered']);
    }
  });

  for (const provider of ['bravive', 'celcoin', 'venit']) {
    it(`rejects a refund at ${provider}, whose API offers none`, async () => {
      const paymentId = await paid(provider, 'PIX');
      expect(await refundRights(paymentId)).to.deep.equal(['NEVER', 'NEVER']);
      for (const person of people) {
        const rejected = await refund(paymentId, 97_00, person);
        expect([rejected.status, codeOf(rejected)]).to.deep.equal([422, 'refund/not-offered']);
      }
    });
  }

  it('shows a partly refunded PIX as not refundable when its acquirer only refunds in full', async () => {
    const paymentId = await paid('treeal', 'PIX');
    history.concludeRefund(paymentId, history.requestRefund(paymentId, cents(20_00)), 'SETTLED');
    await world.happen(history);
    expect(await refundRights(paymentId)).to.deep.equal(['NEVER', 'NEVER']);
  });

  it('accepts a partial refund of a card payment at iugu', async () => {
    const paymentId = await paid('iugu', 'CREDIT_CARD');
    expect(await refundRights(paymentId)).to.deep.equal(['ANY_AMOUNT', 'ANY_AMOUNT']);
    expect((await refund(paymentId, 20_00, people[1])).status).to.equal(200);
  });

  it('shows a sale as refundable by any amount when the platform has no account at its acquirer', async () => {
    const paymentId = await paid('gone', 'PIX');
    expect(await refundRights(paymentId)).to.deep.equal(['ANY_AMOUNT', 'ANY_AMOUNT']);
  });
});
