import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import {
  sendJson,
  startCaseServer,
  type Responder,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { sandbox } from '#/adapters/payments/providers/sandbox.ts';
import type { Notice } from '#/api/contract/notices.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { submitted } from '#/domain/testing/payment-commands.ts';
import { samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds, timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const SELLER = samplePayment().sellerId;
const SECRET = 'whsec_for_tests';
const MONTH = 30 * 86_400;
const PAYOUT = 5_000;
/** `PAYOUT` less the withdrawal fee. */
const PAID_OUT = 4_850;

type Reply = (response: ServerResponse) => void;

/** Replies of an acquirer that has failed, by name. */
const broken = {
  error: (response) => sendJson(response, 500, {}),
  garbage: (response) => void response.writeHead(200).end('<html>'),
  'refusal of our key': (response) => sendJson(response, 401, {}),
  'broken connection': (response) => void response.socket?.destroy(),
} satisfies Record<string, Reply>;

/** No worker runs here: only the retries of the stored notice ask the acquirer again. */
describe('A notice whose read-back fails', () => {
  let world: ApiWorld;
  let acquirer: CaseServer;
  let connected: 'its account' | 'another account' | 'no account' = 'its account';
  const start = addSeconds(timestamp(Temporal.Now.instant()), -2 * MONTH);
  const history = new History(start);

  before(async () => {
    acquirer = await startCaseServer();
    acquirer.answerWith(answerLookUp);
    const account = { baseUrl: acquirer.url, secretKey: 'sk_for_tests', webhookSecret: SECRET };
    world = await apiWorld({
      providers: async () => {
        if (connected === 'no account') throw new Refused('provider/not-offered');
        return { ...openHere(sandbox, account), merchantAccount: connected };
      },
    });
    for (let nth = 0; nth < 10; nth += 1) {
      const paymentId = history.purchase();
      history.submit(paymentId);
      history.report(paymentId, 'APPROVED');
    }
    history.wait(MONTH);
    history.release(SELLER);
    history.wait(MONTH);
  });

  after(async () => {
    await world.close();
    await acquirer.close();
  });

  const purchase = async (): Promise<string> => {
    const paymentId = history.purchase();
    history.submit(paymentId);
    await world.happen(history);
    return paymentId;
  };

  const payout = async (): Promise<string> => {
    const withdrawalId = history.withdraw(SELLER, cents(PAYOUT));
    await world.happen(history);
    return withdrawalId;
  };

  /** The acquirer's answers by id, in order; the last one repeats. */
  const answers = new Map<string, Reply[]>();

  const answerInOrder = (name: string, ...replies: readonly Reply[]): void => {
    answers.set(name, [...replies]);
  };

  const answerLookUp: Responder = ({ path, query }, response) => {
    const remaining = answers.get(query['reference'] ?? path.split('/').at(-1) ?? '') ?? [];
    const reply = remaining.length > 1 ? remaining.shift() : remaining[0];
    reply?.(response);
  };

  const chargeIs =
    (id: string, status: string): Reply =>
    (response) =>
      sendJson(response, 200, { id, status, method: 'pix', amount: samplePayment().amount });

  const payoutIs =
    (id: string, status: string): Reply =>
    (response) =>
      sendJson(response, 200, { data: [{ id: `po-${id}`, status, amount: PAID_OUT }] });

  const notify = async (type: string, data: object): Promise<void> => {
    const created_at = new Date().toISOString();
    const body = JSON.stringify({ id: `nt_${randomUUID()}`, type, created_at, data });
    const at = Math.floor(Date.now() / 1_000);
    const digest = createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-signature': `t=${at},v1=${digest}`,
    };
    const answered = await world.send('POST', '/api/webhooks/sandbox/demo', body, { headers });
    expect(answered.status).to.equal(200);
  };

  const notifyPayout = (reference: string, status: string): Promise<void> =>
    notify('payout.updated', { id: `po-${reference}`, reference, status });

  const paymentBecomes = (id: string, status: string) =>
    eventually(async () => {
      const { state } = await world.services.core.handler.load(payment, streamOf('payment', id));
      return state.status === status || undefined;
    }, `payment ${id} is ${status}`);

  const payoutBecomes = (id: string, status: string) =>
    eventually(async () => {
      const stream = streamOf('withdrawal', id);
      const { state } = await world.services.core.handler.load(withdrawal, stream);
      return state.status === status || undefined;
    }, `payout ${id} is ${status}`);

  const outcomeBecomes = (reference: string, outcome: Notice['outcome']) =>
    eventually(async () => {
      const { body } = await world.get('/api/admin.listNotices', { as: 'admin' });
      const items: readonly Notice[] = Object(body).items;
      return (
        items.some((each) => each.reference === reference && each.outcome === outcome) || undefined
      );
    }, `the notice about ${reference} is ${outcome}`);

  /** Makes one charge or payout for each failed reply, and then runs all checks at the same time. */
  const forEachFailure = async (
    make: () => Promise<string>,
    check: (id: string, reply: Reply) => Promise<void>,
  ): Promise<void> => {
    const checks: (() => Promise<void>)[] = [];
    for (const reply of Object.values(broken)) {
      const id = await make();
      checks.push(() => check(id, reply));
    }
    await Promise.all(checks.map((run) => run()));
  };

  it('is read back again when it says that a charge is paid, however the acquirer failed to answer', () =>
    forEachFailure(purchase, async (paymentId, reply) => {
      const transactionId = `tx-${paymentId}`;
      answerInOrder(transactionId, reply, reply, chargeIs(transactionId, 'paid'));
      await notify('transaction.updated', { id: transactionId, status: 'paid' });
      await paymentBecomes(paymentId, 'APPROVED');
    }));

  /** Records a charge with the merchant account at which it was made. @returns the payment's id */
  const chargeInAccount = async (): Promise<string> => {
    const { handler, machine } = world.services.core;
    const paymentId = history.purchase();
    await world.happen(history);
    const call = { attemptId: randomUUID(), after: null, epoch: 1, now: history.now };
    const context = { platform: 'demo', actor: 'system', correlation: paymentId };
    for (const command of [
      { type: 'BeginCharge', provider: 'sandbox', merchantAccount: connected, ...call } as const,
      submitted({ transactionId: `tx-${paymentId}` }),
    ])
      await handler.handle(payment, streamOf('payment', paymentId), command, {
        ...context,
        commandId: machine.uuid(),
      });
    return paymentId;
  };

  /** Waits for a try to read back that the acquirer answered, or did not answer. */
  const tryBecomes = (reference: string, is: 'answered' | 'unanswered') =>
    eventually(async () => {
      const { rows } = await world.services.database.query<{ tries: number; unanswered: number }>(
        'SELECT tries, unanswered FROM webhooks.subject WHERE reference = $1',
        [reference],
      );
      const [{ tries, unanswered } = { tries: 0, unanswered: 0 }] = rows;
      return (is === 'unanswered' ? unanswered > 0 : tries > unanswered) || undefined;
    }, `a try about ${reference} is ${is}`);

  for (const other of ['no account', 'another account'] as const)
    it(`is read back again once the acquirer is connected again, and does not count the tries with ${other}`, async () => {
      const paymentId = await chargeInAccount();
      const transactionId = `tx-${paymentId}`;
      answerInOrder(transactionId, chargeIs(transactionId, 'pending'));
      await notify('transaction.updated', { id: transactionId, status: 'paid' });
      await tryBecomes(transactionId, 'answered');
      connected = other;
      try {
        await tryBecomes(transactionId, 'unanswered');
      } finally {
        connected = 'its account';
      }
      answerInOrder(transactionId, chargeIs(transactionId, 'paid'));
      await paymentBecomes(paymentId, 'APPROVED');
    });

  it('counts only the tries that the acquirer answered', () =>
    forEachFailure(purchase, async (paymentId, reply) => {
      const transactionId = `tx-${paymentId}`;
      answerInOrder(transactionId, reply);
      await notify('transaction.updated', { id: transactionId, status: 'paid' });
      await tryBecomes(transactionId, 'unanswered');
      answerInOrder(transactionId, (response) => sendJson(response, 404, {}));
      await tryBecomes(transactionId, 'answered');
    }));

  it('is read back again when it says that a payout is paid, however the acquirer failed to answer', () =>
    forEachFailure(payout, async (withdrawalId, reply) => {
      answerInOrder(withdrawalId, reply, reply, payoutIs(withdrawalId, 'paid'));
      await notifyPayout(withdrawalId, 'paid');
      await payoutBecomes(withdrawalId, 'SETTLED');
    }));

  for (const [claim, status] of [
    ['paid', 'SETTLED'],
    ['failed', 'FAILED'],
  ] as const) {
    it(`is read back again when it calls a payout ${claim} before the acquirer’s own records do`, async () => {
      const withdrawalId = await payout();
      answerInOrder(
        withdrawalId,
        payoutIs(withdrawalId, 'processing'),
        payoutIs(withdrawalId, claim),
      );
      await notifyPayout(withdrawalId, claim);
      await payoutBecomes(withdrawalId, status);
      await outcomeBecomes(withdrawalId, 'APPLIED');
    });
  }

  it('is read back again when it says that a payout came back before the acquirer’s own records do', async () => {
    const withdrawalId = await payout();
    answerInOrder(withdrawalId, payoutIs(withdrawalId, 'paid'));
    await notifyPayout(withdrawalId, 'paid');
    await payoutBecomes(withdrawalId, 'SETTLED');
    await notifyPayout(withdrawalId, 'failed');
    await outcomeBecomes(withdrawalId, 'UNCONFIRMED');
    answerInOrder(withdrawalId, payoutIs(withdrawalId, 'failed'));
    await payoutBecomes(withdrawalId, 'RETURNED');
  });

  it('is not read back again once the acquirer’s answer confirms it', async () => {
    const withdrawalId = await payout();
    answerInOrder(withdrawalId, payoutIs(withdrawalId, 'processing'));
    await notifyPayout(withdrawalId, 'processing');
    await outcomeBecomes(withdrawalId, 'APPLIED');
    answerInOrder(withdrawalId, payoutIs(withdrawalId, 'paid'));
    await notifyPayout(withdrawalId, 'paid');
    await payoutBecomes(withdrawalId, 'SETTLED');
    await eventually(async () => {
      const { rows } = await world.services.database.query(
        `SELECT FROM webhooks.subject WHERE reference = $1 AND (due_at IS NOT NULL OR taken_until IS NOT NULL)`,
        [withdrawalId],
      );
      return rows.length === 0 || undefined;
    }, 'nothing waits');
  });
});
