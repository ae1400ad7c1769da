import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type Answer, type ApiWorld } from '#/api/testing/api-world.ts';
import { sealedBuyer } from '#/api/testing/people.ts';
import { cents } from '#/domain/money.ts';
import { History } from '#/projections/testing/history.ts';

const codeOf = ({ body }: Answer): string => problem.parse(body).code;

describe('a refund', () => {
  let world: ApiWorld;
  let history: History;
  let paymentId: string;

  before(async () => {
    world = await apiWorld();
    history = new History(world.parts.core.now());
  });
  after(() => world.close());

  beforeEach(async () => {
    const buyer = await sealedBuyer(world.parts.core, 'Fulano de Tal');
    paymentId = history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    history.submit(paymentId);
    history.hear(paymentId, 'APPROVED');
    await world.happen(history);
  });

  const refund = (amount?: number, key?: string, as: 'ana' | 'admin' = 'ana') =>
    world.post(
      `/api/${as === 'ana' ? 'seller' : 'admin'}.requestRefund`,
      { paymentId, note: 'Comprador desistiu', ...(amount !== undefined && { amount }) },
      { as, ...(key !== undefined && { headers: { 'idempotency-key': key } }) },
    );

  it('of part leaves the rest, and then the rest can be asked for', async () => {
    const part = await refund(20_00);
    expect(Object(part.body).amount).to.equal(20_00);
    const rest = await refund();
    expect(Object(rest.body).amount).to.equal(77_00);
    const none = await refund();
    expect([none.status, codeOf(none)]).to.deep.equal([422, 'payment/refund-exceeds-paid']);
  });

  it('is seen at once by who reads after it', async () => {
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

  it('of all that is left, sent again under its key, stays the same refund', async () => {
    const first = await refund(undefined, `all-${paymentId}`);
    const again = await refund(undefined, `all-${paymentId}`);
    expect(again.body).to.deep.equal(first.body);
    expect(Object(first.body).amount).to.equal(97_00);
  });

  it('never adds up to more than was paid, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(20_00)));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(4);
  });

  it('by staff carries their name and reason', async () => {
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
