import { randomBytes } from 'node:crypto';
import { derivedId } from '#/ledger/derived-id.ts';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { basisPoints, cents } from '#/domain/values/money.ts';
import type { PaymentRequestedData } from '#/domain/payment/events.ts';
import type { RetentionClass, Encrypted } from '#/domain/privacy/encrypted.ts';
import { CHAIN_START, chainHash } from '#/ledger/audit/hash.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import type { EventToAppend } from '#/projections/testing/decided-streams.ts';
import { History } from '#/projections/testing/history.ts';
import { tomorrow } from '#/projections/testing/tomorrow.ts';
import { createRandom } from '#/scripts/seeds/random.ts';

const SELLERS = 200;
const PURCHASES_A_DAY = 3_500;
const DAYS_TO_REFUND = 9;

const SEED = 20_261_120;

/** Invented ciphertexts, as long as the AES-256-GCM ciphertext of a name with a document. */
const ciphertexts = Array.from({ length: 64 }, () => randomBytes(90).toString('base64'));

const encryptText = (draw: () => number, subject: string, ofClass: RetentionClass): Encrypted => {
  const ciphertext = ciphertexts[Math.floor(draw() * ciphertexts.length)];
  if (ciphertext === undefined) throw new RangeError('no encrypted text');
  return { subject, class: ofClass, ciphertext };
};

const person = (draw: () => number): string => derivedId('buyer', String(draw()));

const draft = (draw: () => number): Partial<PaymentRequestedData> => {
  const seller = Math.floor(draw() ** 2 * SELLERS);
  const kind = draw();
  const method = kind < 0.6 ? 'PIX' : kind < 0.9 ? 'CREDIT_CARD' : 'BILLET';
  const installments = method === 'CREDIT_CARD' ? 1 + Math.floor(draw() ** 2 * 12) : 1;
  const price = cents(1_990 + Math.floor(draw() * 50_000));
  const interest = cents(installments > 3 ? Math.floor(price * 0.08) : 0);
  const product = `product-${seller}-${Math.floor(draw() * 3)}`;
  const title = `Curso completo ${product}`;
  const buyer = person(draw);
  return {
    sellerId: `seller-${seller}`,
    productId: product,
    offerId: `offer-${product}`,
    title,
    method,
    installments,
    amount: cents(price + interest),
    lines: [
      { kind: 'OFFER', id: `offer-${product}`, title, amount: price },
      { kind: 'INTEREST', id: 'interest', title: 'Juros', amount: interest },
    ],
    terms: {
      percent: basisPoints(599),
      fixed: cents(100),
      clearingDays: method === 'CREDIT_CARD' ? 30 : 1,
      guaranteeDays: 7,
    },
    buyer: {
      identity: encryptText(draw, buyer, 'fiscal'),
      contact: encryptText(draw, buyer, 'contact'),
    },
    tracking: encryptText(draw, buyer, 'contact'),
  };
};

/** Adds a day of sales, late refunds, releases and withdrawals. @returns payments to be refunded on a later day */
const liveDay = (history: History, draw: () => number, refundable: string[]): readonly string[] => {
  for (const paymentId of refundable) {
    const refundId = history.requestRefund(paymentId);
    history.concludeRefund(paymentId, refundId, draw() < 0.95 ? 'SETTLED' : 'FAILED');
    history.forget(paymentId);
  }
  const later: string[] = [];
  for (let sale = 0; sale < PURCHASES_A_DAY; sale += 1) {
    history.wait(Math.floor(draw() * 8));
    const paymentId = history.purchase(draft(draw));
    const luck = draw();
    if (luck > 0.01) history.submit(paymentId);
    else history.leaveUnanswered(paymentId);
    if (luck < 0.8) history.report(paymentId, 'APPROVED');
    else if (luck < 0.9) history.report(paymentId, 'REJECTED');
    if (luck > 0.02 && luck < 0.06) later.push(paymentId);
    else history.forget(paymentId);
  }
  for (const seller of history.sellers) {
    history.release(seller);
    const account = history.accountOf(seller);
    if (account.status !== 'OPEN' || account.available < 10_000 || draw() > 0.3) continue;
    const id = history.withdraw(seller, account.available);
    history.concludeWithdrawal(id, seller, draw() < 0.97 ? 'SETTLED' : 'FAILED');
  }
  return later;
};

function* businessDays(): Generator<readonly EventToAppend[]> {
  const draw = createRandom(SEED);
  const history = new History('2025-02-03T11:00:00.000Z');
  const toRefund = new Map<number, readonly string[]>();
  for (let day = 0; ; day += 1) {
    const later = liveDay(history, draw, [...(toRefund.get(day) ?? [])]);
    toRefund.delete(day);
    toRefund.set(day + DAYS_TO_REFUND, later);
    yield history.take();
    history.now = tomorrow(history.now);
  }
}

/** Escapes a value for COPY. */
const field = (value: string): string => value.replaceAll('\\', '\\\\');

/** Writes a marketplace's log of `total` events. COPY is fast, and writing is not measured. */
export const writeBusinessLog = async (databaseUrl: string, total: number): Promise<void> => {
  const store = await openPostgresStore({ connectionString: databaseUrl });
  await store.close();
  const client = new pg.Client(databaseUrl);
  // The database may be dropped while this connection is open.
  client.on('error', () => undefined);
  await client.connect();
  const columns = 'position, revision, recorded_at, id, stream, type, data, meta, hash';
  const copy = client.query(copyStreams.from(`COPY ledger.event (${columns}) FROM STDIN`));
  let hash = CHAIN_START;
  let count = 0;
  let recordedAt = '';
  for (const day of businessDays()) {
    let text = '';
    for (const { stream, revision, event } of day.slice(0, total - count)) {
      count += 1;
      const position = decimalPosition(count);
      const at: unknown = JSON.parse(event.data).at;
      if (typeof at === 'string') recordedAt = at;
      hash = chainHash(hash, { position, stream, revision, ...event, recordedAt });
      const [data, meta] = [field(event.data), field(event.meta)];
      const place = [count, revision, recordedAt, event.id, stream, event.type];
      text += `${[...place, data, meta, `\\\\x${hash}`].join('\t')}\n`;
    }
    if (!copy.write(text)) await new Promise((drained) => copy.once('drain', drained));
    if (count >= total) break;
  }
  copy.end();
  await finished(copy);
  // As in a log that has existed for a while: its pages are on disk.
  await client.query('VACUUM ANALYZE ledger.event');
  await client.query('CHECKPOINT');
  await client.end();
};
