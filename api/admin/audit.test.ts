import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { makeBuyer } from '#/api/testing/people.ts';
import { cents } from '#/domain/values/money.ts';
import { backoffice as english } from '#/web/i18n/en/backoffice.ts';
import { recordTexts as englishRecord } from '#/web/i18n/en/record.ts';
import { backoffice as portuguese } from '#/web/i18n/pt-br/backoffice.ts';
import { recordTexts as portugueseRecord } from '#/web/i18n/pt-br/record.ts';
import { History } from '#/projections/testing/history.ts';

describe('Payment audit', () => {
  let world: ApiWorld;
  let history: History;
  let paymentId: string;

  before(async () => {
    world = await apiWorld();
    history = new History();
    const buyer = await makeBuyer(world.services.core, 'Fulano de Tal');
    const sell = () => history.purchase({ sellerId: 'seller-1', amount: cents(97_00), buyer });
    // Other payments, so that the stream of the account has events of more than one payment.
    for (let index = 0; index < 20; index += 1) history.report(sell(), 'APPROVED');
    paymentId = sell();
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    const failed = history.requestRefund(paymentId, cents(30_00));
    history.concludeRefund(paymentId, failed, 'FAILED');
    history.wait(40 * 86_400);
    const refund = history.requestRefund(paymentId, cents(20_00));
    history.concludeRefund(paymentId, refund, 'SETTLED');
    for (let index = 0; index < 20; index += 1) history.report(sell(), 'APPROVED');
    await world.happen(history);
  });
  after(() => world.close());

  const audit = async () => {
    const path = `/api/admin.getPaymentAudit?paymentId=${paymentId}`;
    return Object(await world.get(path, { as: 'accountant' })).body.events;
  };

  const replay = async () => {
    const path = `/api/admin.replayPayment?paymentId=${paymentId}`;
    return Object(await world.get(path, { as: 'admin' })).body;
  };

  it('lists every event of the payment, its refunds and the seller’s account in log order', async () => {
    const events: { type: string; position: string; stream: string }[] = await audit();
    expect(events.map(({ type }) => type)).to.deep.equal([
      'PaymentRequested',
      'PaymentSubmitted',
      'PaymentApproved',
      'ReceivablesBooked',
      'PaymentRefundRequested',
      'RefundRequested',
      'RefundFailed',
      'PaymentRefundFailed',
      'PaymentRefundRequested',
      'RefundRequested',
      'RefundSettled',
      'PaymentRefunded',
      'ReceivablesReversed',
    ]);
    const positions = events.map(({ position }) => position);
    expect(positions).to.deep.equal(positions.toSorted());
    // The refund was in a later month than the payment, and each month of an account has its stream.
    const months = events.filter(({ stream }) => stream.startsWith('account-'));
    expect(new Set(months.map(({ stream }) => stream)).size).to.equal(2);
  });

  it('shows the amounts that events moved, and marks every event as intact', async () => {
    const events: { type: string; intact: boolean; postings: { amount: number }[] }[] =
      await audit();
    expect(events.every(({ intact }) => intact)).to.equal(true);
    const sumOfPostings = (type: string) =>
      events
        .filter((event) => event.type === type)
        .flatMap(({ postings }) => postings)
        .reduce((sum, { amount }) => sum + amount, 0);
    expect(sumOfPostings('PaymentApproved')).to.equal(97_00);
    expect(sumOfPostings('ReceivablesBooked')).to.equal(97_00);
    expect(sumOfPostings('PaymentRefunded')).to.equal(20_00);
    expect(sumOfPostings('ReceivablesReversed')).to.equal(20_00);
  });

  it('shows no personal data', async () => {
    const text = JSON.stringify(await audit());
    expect(text).to.not.include('Fulano').and.not.include('52998224725');
  });

  it('replays the payment and finds no difference from the read models', async () => {
    const result = await replay();
    expect(result).to.deep.include({ equal: true, differences: [], eventCount: 13 });
    expect(result.derived.payment).to.include({ status: 'APPROVED', refundedAmount: 20_00 });
    expect(result.derived.refund).to.have.lengthOf(2);
  });

  it('replays only fields and values that the back office can name in Portuguese and English', async () => {
    const { derived } = await replay();
    const names = new Set<string>();
    const words = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value === 'string' && /^[A-Z]+(?:_[A-Z]+)*$/.test(value)) words.add(value);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) names.add(name);
        collect(inner);
      }
    };
    collect(derived);
    words.delete('BRL');
    expect(names).to.include.keys('payment_timeline', 'refundedAmount');
    expect(words).to.include.keys('SETTLED', 'APPROVED');
    for (const [{ status, method }, { field, value }] of [
      [portuguese, portugueseRecord],
      [english, englishRecord],
    ] as const) {
      expect(field).to.include.keys(...names);
      expect({ ...status, ...method, ...value }).to.include.keys(...words);
    }
  });

  it('names the field, the stored and the derived value when a read model row was altered', async () => {
    const { database } = world.services;
    const tampered = await database.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables
        WHERE table_name = 'sale' AND table_type = 'BASE TABLE'`,
    );
    const table = `${tampered.rows[0]?.schema}.sale`;
    const set = (amount: number) =>
      database.query(`UPDATE ${table} SET refunded_amount = $1 WHERE payment_id = $2`, [
        amount,
        paymentId,
      ]);
    await set(1);
    const { equal, differences } = await replay();
    await set(20_00);
    expect(equal).to.equal(false);
    expect(differences).to.deep.include({
      readModel: 'sales',
      path: 'sale[0].refundedAmount',
      recorded: 1,
      derived: 20_00,
    });
    expect((await replay()).equal).to.equal(true);
  });

  it('rejects sellers with 403', async () => {
    const path = `/api/admin.getPaymentAudit?paymentId=${paymentId}`;
    const { status, body } = await world.get(path, { as: 'ana' });
    expect([status, problem.parse(body).code]).to.deep.equal([403, 'session/forbidden']);
  });
});
