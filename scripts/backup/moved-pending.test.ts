import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import type { InputOf, MutationName } from '#/api/contract/contract.ts';
import { openLog } from '#/api/composition/store.ts';
import { decode } from '#/ledger/codec.ts';
import { readLog } from '#/ledger/contract/samples.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { freePort } from '#/scripts/load/product.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import {
  people,
  startProduct,
  type Product,
  type ProductPlace,
} from '#/scripts/testing/product.ts';
import { moveProduct, placesBelow } from './testing/moved-product.ts';
import { declareEarlierAt } from '#/scripts/testing/earlier-destination.ts';

const buyer = { name: 'Maria da Silva', phone: '11987654321', cpf: '52998224725' } as const;

interface Pending {
  readonly name: MutationName;
  readonly input: object;
  readonly key: string;
  readonly answer: object;
}

/** The events with which a refund or payout ends. */
const ENDS = [
  'PaymentRefunded',
  'PaymentRefundFailed',
  'WithdrawalSettled',
  'WithdrawalFailed',
] as const;

/** Enough sales for the seller to have money to pay out. */
const WEEKS = 5;

/** Statuses and log positions may differ after a move. */
const stableFields = (answer: object) => {
  const { paymentId, refundId, withdrawalId, amount, fee } = Object(answer);
  return { paymentId, refundId, withdrawalId, amount, fee };
};

describe('A product moved between Postgres and EventStoreDB with pending payouts and refunds', function () {
  this.timeout(600_000);
  let folder: string;
  let places: ReturnType<typeof placesBelow>;
  const pending: Pending[] = [];
  let running: Product | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-pending-'));
    places = placesBelow(folder);
  });
  after(async () => {
    await stop();
    await places.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };

  const askAs = async (product: Product) => {
    const cookie = await product.signIn(people.seller.email);
    return async <Name extends MutationName>(
      name: Name,
      input: InputOf<Name>,
      key: string = randomUUID(),
    ): Promise<object> => product.ask(name, input, { cookie, key });
  };

  const ask = async <Name extends MutationName>(
    product: Product,
    name: Name,
    input: InputOf<Name> & object,
  ): Promise<object> => {
    const key = randomUUID();
    const answer = await (await askAs(product))(name, input, key);
    pending.push({ name, input, key, answer });
    return answer;
  };

  /** Buys, and requests a refund and two payouts, one of which gets no answer. */
  const leaveOpen = async (product: Product): Promise<void> => {
    const email = `maria-${randomUUID()}@example.com`;
    const order = { ...buyer, email, offerId: 'demo-ebook', paymentMethod: 'PIX' } as const;
    const paymentId = String(Object(await ask(product, 'checkout.purchase', order)).paymentId);
    await product.pay(await product.ask('checkout.getPayment', { paymentId }));
    const refund = { paymentId, amount: 1_000, note: 'Desistiu' };
    await eventually(
      () =>
        ask(product, 'seller.requestRefund', refund).then(
          () => true,
          () => undefined,
        ),
      'the sale can be refunded',
    );
    const payout = async (pixKey: string) => {
      const destinationId = await declareEarlierAt(product, pixKey);
      return ask(product, 'seller.requestWithdrawal', { amount: 2_000, destinationId });
    };
    await payout('timeout@example.com');
    await payout('maria@example.com');
  };

  const logOf = async (place: ProductPlace) => {
    await using stack = new AsyncDisposableStack();
    const log = await readLog(stack.adopt(await openLog(place), (store) => store.close()));
    return log.map(decode);
  };

  /** Counts the events of these types: by stream for payouts, by id for refunds. */
  const counts = async (place: ProductPlace, ...types: readonly string[]) => {
    const found = (await logOf(place)).filter(({ type }) => types.includes(type));
    const about = found.map(({ type, data, stream }) =>
      type.startsWith('PaymentRefund') ? String(Object(data).refundId) : stream,
    );
    return new Map([...Map.groupBy(about, (id) => id)].map(([id, all]) => [id, all.length]));
  };

  const inSandbox = ({ dataDir }: ProductPlace, kind: string): number => {
    const sandbox = new DatabaseSync(join(dataDir, 'sandbox.db'), { readOnly: true });
    const row = sandbox
      .prepare('SELECT count(*) AS all_of_it FROM documents WHERE kind = ?')
      .get(kind);
    sandbox.close();
    return Number(row?.['all_of_it']);
  };

  const hasEnded = async (place: ProductPlace): Promise<true | undefined> => {
    const requested = await counts(place, 'PaymentRefundRequested', 'WithdrawalRequested');
    const ended = await counts(place, ...ENDS);
    return [...requested.keys()].every((id) => ended.has(id)) || undefined;
  };

  const pendingOf = (name: MutationName): readonly Pending[] =>
    pending.filter((each) => each.name === name);

  const openIds = (): readonly string[] => [
    ...pendingOf('seller.requestWithdrawal').map(
      ({ answer }) => `withdrawal-${Object(answer).withdrawalId}`,
    ),
    ...pendingOf('seller.requestRefund').map(({ answer }) => String(Object(answer).refundId)),
  ];

  it('repeats its answers under the same idempotency keys, and ends each payout and refund once', async () => {
    // Acquirers store one webhook address, so the product has the same port after each move.
    const port = await freePort();
    let place = await places.empty('postgres', 'first');
    running = await startProduct(WEEKS, { place, port });
    await eventually(() => hasEnded(place), 'the refunds and payouts of the demo world have ended');
    const before = { payouts: inSandbox(place, 'payout'), refunds: inSandbox(place, 'refund') };
    await leaveOpen(running);
    await stop();
    const moves = sample(['eventstoredb', 'postgres'] as const, 1);
    for (const [move, log] of moves.entries()) {
      const next = await places.empty(log, log === 'postgres' ? 'third' : 'second');
      await moveProduct(place, next);
      place = next;
      running = await startProduct(0, { place, port });
      const repeat = await askAs(running);
      for (const { name, input, key, answer } of pending) {
        // Each input was recorded with its procedure.
        const repeated = await repeat(name, input as never, key);
        expect(stableFields(repeated), name).to.deep.equal(stableFields(answer));
      }
      const isAllEnded = async (): Promise<true | undefined> => {
        const ended = await counts(place, 'WithdrawalSettled', 'PaymentRefunded');
        return openIds().every((id) => ended.has(id)) || undefined;
      };
      // When the sandbox knows no such payout or refund, that is believed a minute after the call's deadline.
      const ended = await waitUntil(isAllEnded, { timeoutMs: 240_000, everyMs: 500 });
      expect(ended, 'every payout and refund has ended').to.equal(true);
      if (move < moves.length - 1) await leaveOpen(running);
      await stop();
    }
    for (const [id, times] of await counts(place, ...ENDS)) expect(times, id).to.equal(1);
    const payouts = pendingOf('seller.requestWithdrawal').length;
    const refunds = pendingOf('seller.requestRefund').length;
    expect([payouts, refunds]).to.deep.equal([2 * moves.length, moves.length]);
    expect(inSandbox(place, 'payout')).to.equal(before.payouts + payouts);
    expect(inSandbox(place, 'refund')).to.equal(before.refunds + refunds);
  });
});
