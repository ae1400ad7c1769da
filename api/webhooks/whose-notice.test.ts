import { expect } from 'chai';
import pg from 'pg';
import { sendJson, type CaseServer } from '#/adapters/payments/evidence/case-server.ts';
import { startAcquirers } from '#/api/testing/acquirers-here.ts';
import type { Notice } from '#/api/contract/notices.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

/** Does not authenticate its notices. */
const UNSIGNED = 'hunterpay';
/** Its notices contain a secret. */
const PROVING = 'celcoin';

/** Returns the table of a read model's live generation. */
const tableBehind = async (client: pg.Client, name: string): Promise<string> => {
  const { rows } = await client.query<{ place: string }>(
    `SELECT max(schemaname || '.' || tablename) AS place FROM pg_tables WHERE tablename = $1`,
    [name],
  );
  return rows[0]?.place ?? '';
};

describe('Matching of notices to payments', () => {
  let world: ApiWorld;
  let host: CaseServer;
  let acquirers: Awaited<ReturnType<typeof startAcquirers>>;
  let history: History;

  before(async () => {
    acquirers = await startAcquirers([UNSIGNED, PROVING]);
    ({ host } = acquirers);
    world = await apiWorld({ providers: acquirers.providers });
    history = new History();
  });

  after(async () => {
    await world.close();
    await host.close();
  });

  const purchase = async (
    differences: Partial<PaymentRequestedData> = {},
    isAnswered = false,
  ): Promise<string> => {
    const id = history.purchase({ provider: UNSIGNED, method: 'CREDIT_CARD', ...differences });
    if (isAnswered) history.submit(id);
    else history.leaveUnanswered(id);
    await world.happen(history);
    return id;
  };

  const stateOf = async (paymentId: string) => {
    const { state } = await world.services.core.handler.load(
      payment,
      streamOf('payment', paymentId),
    );
    if (state.status === 'NONE') throw new Error('no payment');
    return { status: state.status, transactionId: state.transactionId };
  };

  const acquirerShows = (
    transactionId: string,
    reportedPaymentId: string | null,
    amount = 9_700,
  ): void => {
    host.answerWith((_seen, response) =>
      sendJson(response, 200, {
        id: transactionId,
        amount,
        status: 'paid',
        externalRef: reportedPaymentId,
        paymentMethod: 'credit_card',
        Charges: [
          {
            galaxPayId: transactionId,
            myId: reportedPaymentId,
            value: amount,
            mainPaymentMethodId: 'creditcard',
            Transactions: [{ status: 'captured', payday: '2026-11-20' }],
          },
        ],
      }),
    );
  };

  const deliver = async (
    ids: { readonly transactionId: string; readonly orderId?: string },
    { platform = 'demo', provider = UNSIGNED } = {},
  ): Promise<number> => {
    const { transactionId, orderId } = ids;
    const { notices } = acquirers.evidenceOf(PROVING);
    const sample = Object(notices.find(({ says }) => typeof says !== 'string')?.body);
    const body =
      provider === UNSIGNED
        ? { type: 'transaction', data: { id: transactionId, status: 'paid', externalRef: orderId } }
        : {
            ...sample,
            Transaction: { ...sample.Transaction, status: 'captured' },
            Charge: { ...sample.Charge, galaxPayId: transactionId, myId: orderId },
          };
    return (await world.post(`/api/webhooks/${provider}/${platform}`, body)).status;
  };

  const concluded = (transactionId: string, as: Person = 'admin') =>
    eventually(async () => {
      const { body } = await world.get('/api/admin.listNotices', { as });
      const items: readonly Notice[] = Object(body).items;
      return items.find((each) => each.reference === transactionId && each.outcome !== 'RECEIVED');
    }, `a notice of ${transactionId} is worked on`);

  it('matches by transaction id, only on the platform whose account received the notice', async () => {
    const paymentId = await purchase({}, true);
    const transactionId = `tx-${paymentId}`;
    acquirerShows(transactionId, null);
    expect(await deliver({ transactionId }, { platform: 'other' })).to.equal(202);
    expect((await concluded(transactionId, 'otherAdmin')).outcome).to.equal('UNKNOWN_TRANSACTION');
    expect((await stateOf(paymentId)).status).to.equal('PENDING');
    expect(await deliver({ transactionId })).to.equal(200);
    expect(await concluded(transactionId)).to.include({ outcome: 'APPLIED', paymentId });
    expect((await stateOf(paymentId)).status).to.equal('APPROVED');
  });

  for (const [named, isNamed] of [
    ['also names the payment', true],
    ['names only the transaction', false],
  ] as const) {
    it(`matches a charge of another process that the read model does not show yet, when the notice ${named}`, () =>
      expectMatchedAtOnce(isNamed));
  }

  /** Expects a notice to approve a payment while the read model cannot show that another process has charged it. */
  const expectMatchedAtOnce = async (isNamed: boolean): Promise<void> => {
    const paymentId = history.purchase({ provider: UNSIGNED, method: 'CREDIT_CARD' });
    history.submit(paymentId);
    const transactionId = `tx-${paymentId}`;
    acquirerShows(transactionId, paymentId);
    const lock = new pg.Client({ connectionString: world.databaseUrl });
    await lock.connect();
    try {
      await lock.query(
        `BEGIN; LOCK TABLE ${await tableBehind(lock, 'provider_reference')} IN SHARE MODE`,
      );
      await appendAll(world.services.core.store, history.take());
      const notice = isNamed ? { transactionId, orderId: paymentId } : { transactionId };
      expect(await deliver(notice)).to.equal(200);
      await eventually(
        async () => (await stateOf(paymentId)).status === 'APPROVED' || undefined,
        'it is approved',
      );
    } finally {
      await lock.end();
    }
  };

  it('matches by our payment id when the acquirer’s answer to the charge was lost', async () => {
    const paymentId = await purchase();
    acquirerShows('9001', paymentId);
    await deliver({ transactionId: '9001', orderId: paymentId });
    expect(await concluded('9001')).to.include({ outcome: 'APPLIED', paymentId });
    expect(await stateOf(paymentId)).to.deep.equal({ status: 'APPROVED', transactionId: '9001' });
  });

  it('approves a payment whose transaction the acquirer did not find at first', async () => {
    const paymentId = await purchase();
    host.answerWith((_seen, response) => sendJson(response, 404, {}));
    await deliver({ transactionId: '9003', orderId: paymentId });
    expect((await concluded('9003')).outcome).to.equal('FAILED');
    acquirerShows('9003', paymentId);
    await eventually(
      async () => (await stateOf(paymentId)).status === 'APPROVED' || undefined,
      'it is approved',
    );
  });

  it('trusts our payment id in an authenticated notice, although the acquirer’s query answer lacks it', async () => {
    const paymentId = await purchase({ provider: PROVING });
    acquirerShows('9002', null);
    await deliver({ transactionId: '9002', orderId: paymentId }, { provider: PROVING });
    expect(await concluded('9002')).to.include({ outcome: 'APPLIED', paymentId });
  });

  const attacks = {
    'a transaction that has no payment id of ours at the acquirer': async (paymentId: string) => {
      acquirerShows('9101', null);
      await deliver({ transactionId: '9101', orderId: paymentId });
      return '9101';
    },
    'a cheaper transaction': async (paymentId: string) => {
      acquirerShows('9102', paymentId, 100);
      await deliver({ transactionId: '9102', orderId: paymentId });
      return '9102';
    },
    'the transaction of another payment': async (paymentId: string) => {
      const other = await purchase({}, true);
      acquirerShows(`tx-${other}`, other);
      await deliver({ transactionId: `tx-${other}`, orderId: paymentId });
      return `tx-${other}`;
    },
    'a transaction at the account of another platform': async (paymentId: string) => {
      acquirerShows('9104', paymentId);
      await deliver({ transactionId: '9104', orderId: paymentId }, { platform: 'other' });
      return '9104';
    },
    'a transaction at another provider': async (paymentId: string) => {
      acquirerShows('9105', paymentId);
      await deliver({ transactionId: '9105', orderId: paymentId }, { provider: PROVING });
      return '9105';
    },
  };

  for (const [transaction, attack] of Object.entries(attacks)) {
    it(`keeps a payment pending when a notice links it to ${transaction}`, async () => {
      const paymentId = await purchase();
      const transactionId = await attack(paymentId);
      const as = transaction.includes('another platform') ? 'otherAdmin' : 'admin';
      await concluded(transactionId, as);
      expect(await stateOf(paymentId)).to.deep.equal({ status: 'PENDING', transactionId: null });
    });
  }

  it('records no event for a notice that names no payment of ours', async () => {
    const head = await world.lastFact();
    const orderIds = ['nobody', '../x', 'p'.repeat(300), '\u0000', ''];
    for (const [index, orderId] of orderIds.entries()) {
      const transactionId = `92${index}`;
      acquirerShows(transactionId, orderId);
      await deliver({ transactionId, orderId });
      expect((await concluded(transactionId)).outcome).to.equal('UNKNOWN_TRANSACTION');
    }
    expect(await world.lastFact()).to.equal(head);
  });
});
