import { expect } from 'chai';
import { sendJson } from '#/adapters/payments/evidence/case-server.ts';
import type { Notice } from '#/api/contract/notices.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { timestamp } from '#/domain/values/time.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { UNPROVED_OF_A_TARGET } from './store/limits.ts';

/** Anyone who knows a transaction can send this acquirer's notices. */
const ACQUIRER = 'hunterpay';

describe('A notice that claims more than the acquirer’s answer confirms', () => {
  let world: ApiWorld;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  const history = new History(timestamp(Temporal.Now.instant()));

  before(async () => {
    acquirers = await startAcquirers([ACQUIRER]);
    world = await apiWorld({ providers: acquirers.providers });
  });

  after(async () => {
    await world.close();
    await acquirers.host.close();
  });

  const purchase = async (): Promise<string> => {
    const paymentId = history.purchase({ provider: ACQUIRER });
    history.submit(paymentId);
    await world.happen(history);
    return paymentId;
  };

  const acquirerAnswers = (status: string, refundedAmount?: number): void =>
    acquirers.host.answerWith(({ path }, response) =>
      sendJson(response, 200, {
        id: path.split('/').at(-1),
        amount: samplePayment().amount,
        status,
        refundedAmount,
        paymentMethod: 'pix',
      }),
    );

  const notify = async (
    paymentId: string,
    status: string,
    path = `/api/webhooks/${ACQUIRER}/demo`,
  ): Promise<number> => {
    const body = { type: 'transaction', data: { id: `tx-${paymentId}`, status } };
    return (await world.post(path, body)).status;
  };

  const secretAddress = (): string =>
    new URL(world.services.core.ports.webhookUrl(ACQUIRER, 'demo')).pathname;

  const stateOf = async (paymentId: string) => {
    const { handler } = world.services.core;
    return (await handler.load(payment, streamOf('payment', paymentId))).state;
  };

  const statusOf = async (paymentId: string) => (await stateOf(paymentId)).status;

  const contradictionsOf = async (paymentId: string) => {
    const state = await stateOf(paymentId);
    return state.status === 'NONE' ? [] : state.contradictions;
  };

  const becomes = (paymentId: string, status: string) =>
    eventually(
      async () => (await statusOf(paymentId)) === status || undefined,
      `${paymentId} is ${status}`,
    );

  const noticesOf = async (paymentId: string): Promise<readonly Notice[]> => {
    const path = `/api/admin.listNotices?paymentId=${paymentId}`;
    return Object((await world.get(path, { as: 'admin' })).body).items;
  };

  const noticeBecomes = (paymentId: string, claim: string, outcome: Notice['outcome']) =>
    eventually(async () => {
      const items = await noticesOf(paymentId);
      return items.some((each) => each.status === claim && each.outcome === outcome) || undefined;
    }, `the notice of ${claim} is ${outcome}`);

  it('reverses a payment whose chargeback was reported before the acquirer’s own records had it', async () => {
    const paymentId = await purchase();
    acquirerAnswers('paid');
    await notify(paymentId, 'paid');
    await becomes(paymentId, 'APPROVED');
    await notify(paymentId, 'chargedback');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'UNCONFIRMED');
    expect((await noticesOf(paymentId))[0]).to.include({ isStillAsked: true });
    expect(await statusOf(paymentId)).to.equal('APPROVED');
    acquirerAnswers('chargedback');
    await becomes(paymentId, 'CHARGEBACK');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'APPLIED');
  });

  it('reverses a payment although a stranger forged the notice of its chargeback before, and invented others afterwards', async () => {
    const paymentId = await purchase();
    acquirerAnswers('paid');
    await notify(paymentId, 'chargedback');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'UNCONFIRMED');
    await notify(paymentId, 'chargedback', secretAddress());
    for (let nth = 0; nth <= UNPROVED_OF_A_TARGET; nth += 1)
      await notify(paymentId, `invented-${nth}`);
    await eventually(async () => {
      const items = await noticesOf(paymentId);
      return items.every(({ outcome }) => outcome !== 'RECEIVED') || undefined;
    }, 'the acquirer was asked about all of them');
    acquirerAnswers('chargedback');
    await becomes(paymentId, 'CHARGEBACK');
  });

  it('approves a payment that was reported as paid before the acquirer’s own records had it', async () => {
    const paymentId = await purchase();
    acquirerAnswers('waiting_payment');
    await notify(paymentId, 'paid');
    await noticeBecomes(paymentId, 'APPROVED', 'UNCONFIRMED');
    acquirerAnswers('paid');
    await becomes(paymentId, 'APPROVED');
  });

  it('reverses a payment months after its buyer forged the notice of its chargeback', async () => {
    const paymentId = await purchase();
    acquirerAnswers('paid');
    await notify(paymentId, 'chargedback');
    await becomes(paymentId, 'APPROVED');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'UNCONFIRMED');
    // Simulates that the period of read-backs has ended.
    await world.services.database.query(
      `UPDATE webhooks.subject SET due_at = NULL, wanted_at = now() - interval '80 days',
         asked_at = now() - interval '50 days' WHERE reference = $1`,
      [`tx-${paymentId}`],
    );
    acquirerAnswers('chargedback');
    expect(await notify(paymentId, 'chargedback')).to.equal(200);
    await becomes(paymentId, 'CHARGEBACK');
  });

  it('does not undo a chargeback when an older answer still says paid', async () => {
    const paymentId = await purchase();
    acquirerAnswers('chargedback');
    await notify(paymentId, 'chargedback');
    await becomes(paymentId, 'CHARGEBACK');
    acquirerAnswers('paid');
    await notify(paymentId, 'paid');
    await noticeBecomes(paymentId, 'APPROVED', 'APPLIED');
    expect(await statusOf(paymentId)).to.equal('CHARGEBACK');
  });

  /** A paid sale of which a partial refund is requested. */
  const withRefundRequested = async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'APPROVED');
    const refundId = history.requestRefund(paymentId, cents(1_000));
    await world.happen(history);
    return { paymentId, refundId };
  };

  it('reverses a payment whose chargeback was reported too early, though a part of it had been refunded before', async () => {
    const { paymentId, refundId } = await withRefundRequested();
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    await world.happen(history);
    acquirerAnswers('paid', 1_000);
    await notify(paymentId, 'chargedback');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'UNCONFIRMED');
    acquirerAnswers('chargedback', 1_000);
    await becomes(paymentId, 'CHARGEBACK');
  });

  it('books what the acquirer refunded after a refund of ours, and reported before its own records had it', async () => {
    const { paymentId, refundId } = await withRefundRequested();
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    await world.happen(history);
    acquirerAnswers('paid', 1_000);
    await notify(paymentId, 'refunded');
    await noticeBecomes(paymentId, 'REFUNDED', 'UNCONFIRMED');
    acquirerAnswers('refunded', samplePayment().amount);
    await becomes(paymentId, 'REFUNDED');
  });

  for (const end of ['SETTLED', 'FAILED'] as const) {
    it(`reverses a payment that the acquirer refunded while a refund of ours was under way, which then ${end}`, async () => {
      const { paymentId, refundId } = await withRefundRequested();
      acquirerAnswers('refunded', samplePayment().amount);
      await notify(paymentId, 'refunded');
      await noticeBecomes(paymentId, 'REFUNDED', 'UNCONFIRMED');
      expect(await statusOf(paymentId)).to.equal('APPROVED');
      history.concludeRefund(paymentId, refundId, end);
      await world.happen(history);
      await becomes(paymentId, 'REFUNDED');
    });
  }

  it('is not confirmed by the refund on record if it claims a chargeback, which staff decide about once the acquirer’s records have it', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'APPROVED');
    const refundId = history.requestRefund(paymentId, cents(samplePayment().amount));
    history.concludeRefund(paymentId, refundId, 'SETTLED');
    await world.happen(history);
    acquirerAnswers('refunded', samplePayment().amount);
    await notify(paymentId, 'chargedback');
    await noticeBecomes(paymentId, 'CHARGEBACK', 'UNCONFIRMED');
    expect((await noticesOf(paymentId))[0]).to.include({ isStillAsked: true });
    acquirerAnswers('chargedback', samplePayment().amount);
    await noticeBecomes(paymentId, 'CHARGEBACK', 'APPLIED');
    expect(await contradictionsOf(paymentId)).to.deep.equal(['REFUNDED CHARGEBACK']);
  });

  it('is not confirmed by the chargeback on record if it claims a refund', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'CHARGEBACK');
    await world.happen(history);
    acquirerAnswers('chargedback');
    await notify(paymentId, 'refunded');
    await noticeBecomes(paymentId, 'REFUNDED', 'UNCONFIRMED');
    expect((await noticesOf(paymentId))[0]).to.include({ isStillAsked: true });
  });

  it('books both refunds that the acquirer made by itself, though equal notices of both came before its own records had the first', async () => {
    const paymentId = await purchase();
    history.report(paymentId, 'APPROVED');
    await world.happen(history);
    const waitUntilAskedAgain = async (): Promise<void> => {
      const attemptsNow = async () =>
        (await noticesOf(paymentId)).find(({ status }) => status === 'REFUNDED')?.attempts ?? 0;
      const before = await attemptsNow();
      await eventually(
        async () => (await attemptsNow()) > before || undefined,
        'the acquirer is asked',
      );
    };
    const waitUntilGivenBack = (total: number) =>
      eventually(async () => {
        const state = await stateOf(paymentId);
        return (state.status !== 'NONE' && state.byAcquirer.total === total) || undefined;
      }, `the acquirer has given back ${total}`);
    acquirerAnswers('paid', 0);
    for (let times = 0; times < 2; times += 1) {
      await notify(paymentId, 'refunded');
      await waitUntilAskedAgain();
    }
    acquirerAnswers('paid', 1_000);
    await waitUntilGivenBack(1_000);
    acquirerAnswers('paid', 2_000);
    await waitUntilGivenBack(2_000);
  });
});
