import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { beginEntries, SEARCH_SCHEMA } from '#/ledger/vault/postgres/search-entries.ts';
import { providerReference, providerReferenceTable } from '#/projections/provider-reference.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { sales, saleTable } from '#/projections/sales.ts';
import { findSales } from '#/projections/search/find-sales.ts';
import { SEARCH_VERSION } from '#/projections/search/indexer.ts';
import { dayWord, prepareSearch } from '#/projections/search/prepared.ts';
import { schemaOf, tableIn } from '#/projections/engine/define/table-sql.ts';
import { drawRank, copyInto, PLATFORM, tokensBy, words, SEED } from './filling.ts';
import { createRandom } from '#/scripts/seeds/random.ts';
import { quantile, roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';
import { inOwnProcess } from './own-process.ts';

const SALES = 1_000_000;
const SELLERS = 200;
const QUERIES = 2_000;
const PAGE = 25;

interface Buyer {
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly phone: string;
  readonly paymentId: string;
}

const buyerOf = (nth: number, draw: () => number): Buyer => ({
  paymentId: randomUUID(),
  name: `Nome${drawRank(draw)} Sobrenome${drawRank(draw)} Silva${drawRank(draw)}`,
  email: `buyer.${nth}@example.com`,
  document: String(10_000_000_000 + nth),
  phone: String(11_900_000_000 + nth),
});

/** A year of sales with their buyers' tokens; filling is not measured. */
const fill = async (pool: pg.Pool, vault: Vault): Promise<readonly Buyer[]> => {
  await pool.query('DROP INDEX search.entry_tokens, search.entry_subject');
  await rebuild({ store: createMemoryStore(), pool, projections: [sales, providerReference] });
  await beginEntries(pool, SEARCH_VERSION);
  await pool.query('UPDATE search.progress SET is_complete = true');
  const draw = createRandom(SEED);
  const tokens = tokensBy(vault);
  const samples: Buyer[] = [];
  const [one, two, three] = [await pool.connect(), await pool.connect(), await pool.connect()];
  const rows = copyInto(
    one,
    `${tableIn(schemaOf(sales.name, 1), saleTable)} (payment_id, platform_id, seller_id, offer_id, product_id, type_product, title, provider, method,
      installments, status, currency, amount, fee, interest, net, refunded_amount, buyer, requested_at)`,
  );
  const references = copyInto(
    two,
    `${tableIn(schemaOf(providerReference.name, 1), providerReferenceTable)} (payment_id, platform_id, provider, merchant_account, also_at,
      transaction_id, end_to_end_id, method, submission, open, unapplied, requested_at)`,
  );
  const entries = copyInto(three, 'search.entry (record, subject, open, fiscal, contact)');
  const began = Date.parse('2025-11-20T00:00:00Z');
  for (let nth = 0; nth < SALES; nth += 1) {
    const seller = `seller-${Math.floor(draw() ** 2 * SELLERS)}`;
    const title = `Curso completo ${Math.floor(draw() * 600)}`;
    const buyer = buyerOf(nth, draw);
    const [id, subject] = [randomUUID(), randomUUID()];
    if (nth % 97 === 0) samples.push({ ...buyer, paymentId: id });
    const encryptedBuyer = { subject, class: 'fiscal', ciphertext: 'x'.repeat(120) };
    const at = new Date(began + nth * 31_000).toISOString();
    await rows.write(
      `${[id, PLATFORM, seller, 'offer', 'product', 'DIGITAL', title, 'sandbox', 'PIX', 1].join('\t')}\t` +
        `${['APPROVED', 'BRL', 9_700, 487, 0, 9_213, 0, JSON.stringify(encryptedBuyer), at].join('\t')}\n`,
    );
    await references.write(
      `${[id, PLATFORM, 'sandbox', '', '[]', `tx-${id}`, `E${id}`, 'PIX', 'ANSWERED', false, 0, at].join('\t')}\n`,
    );
    const open = tokens([{ kind: 'seller', text: seller }, dayWord(at), ...words(title)]);
    const fiscal = tokens([...words(buyer.name), { kind: 'number', text: buyer.document }]);
    const contact = tokens([
      { kind: 'email', text: buyer.email },
      { kind: 'number', text: buyer.phone },
    ]);
    await entries.write(`${[id, subject, open, fiscal, contact].join('\t')}\n`);
  }
  await Promise.all([rows.end(), references.end(), entries.end()]);
  for (const client of [one, two, three]) client.release();
  await applySchema(pool, SEARCH_SCHEMA);
  await pool.query('VACUUM ANALYZE');
  return samples;
};

interface Question {
  readonly kind: string;
  readonly text: string;
  readonly sellerId?: string;
  /** Pages to read one after the other. */
  readonly pages?: number;
}

const questionsOf = (buyers: readonly Buyer[]): readonly Question[] => {
  const draw = createRandom(SEED);
  const drawBuyer = (): Buyer => buyers[Math.floor(draw() * buyers.length)] ?? buyerOf(0, draw);
  const seller = () => `seller-${Math.floor(draw() ** 2 * SELLERS)}`;
  const kinds: readonly (() => Question)[] = [
    () => ({ kind: 'common name', text: `nome${Math.floor(draw() * 3)}` }),
    () => ({ kind: 'common name of a seller', text: 'nome0', sellerId: seller() }),
    () => ({ kind: 'two common names', text: 'nome1 sobrenome2' }),
    () => ({ kind: 'rather common name', text: `nome${20 + Math.floor(draw() * 80)}` }),
    () => ({
      kind: 'rather common name of a seller',
      text: `nome${20 + Math.floor(draw() * 80)}`,
      sellerId: seller(),
    }),
    () => ({ kind: 'rare name', text: `sobrenome${3_000 + Math.floor(draw() * 900)}` }),
    () => ({ kind: 'whole name', text: drawBuyer().name }),
    () => ({ kind: 'e-mail', text: drawBuyer().email }),
    () => ({ kind: 'document', text: drawBuyer().document }),
    () => ({ kind: 'phone', text: drawBuyer().phone }),
    () => ({ kind: 'no match', text: `ninguem ${Math.floor(draw() * 1e6)}` }),
    () => ({ kind: 'common word, page by page', text: 'curso completo', pages: 4 }),
    () => ({ kind: 'product', text: `curso ${Math.floor(draw() * 600)}` }),
    () => ({ kind: 'payment id', text: drawBuyer().paymentId.slice(0, 20) }),
    () => ({ kind: 'transaction id', text: `tx-${drawBuyer().paymentId}` }),
    () => ({ kind: 'end-to-end id', text: `E${drawBuyer().paymentId}` }),
    () => ({ kind: 'id that nobody has', text: randomUUID() }),
  ];
  return Array.from({ length: QUERIES }, (_, nth) =>
    (kinds[nth % kinds.length] ?? kinds[0])?.(),
  ).filter((question) => question !== undefined);
};

/** Searches as the API does. @returns milliseconds of each page */
const timeSearch = async (
  pool: pg.Pool,
  vault: Vault,
  { text, sellerId, pages = 1 }: Question,
): Promise<readonly number[]> => {
  const took: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const began = performance.now();
    const scope = { platformId: PLATFORM, sellerId };
    const search = prepareSearch(vault, { ...scope, text, isWithNumbers: true });
    const results = await findSales(pool, scope, search, { limit: PAGE, cursor });
    await vault.openMany<Identity>(results.items.map(({ buyer }) => buyer));
    took.push(performance.now() - began);
    cursor = results.nextCursor ?? undefined;
    if (cursor === undefined) break;
  }
  return took;
};

/** Run by `inOwnProcess`, which reads the printed figures. */
const measureAndPrint = async (url: string): Promise<void> => {
  const pool = benchPool(url);
  const masterKeys = [{ id: 'bench', bytes: randomBytes(32) }] as const;
  const vault = await createVault({ pool, masterKeys });
  const questions = questionsOf(await fill(pool, vault));
  // Not measured: the first queries fill caches.
  for (const question of questions.slice(0, 200)) await timeSearch(pool, vault, question);
  const all: number[] = [];
  const byKind = new Map<string, number[]>();
  for (const question of questions) {
    const took = await timeSearch(pool, vault, question);
    all.push(...took);
    byKind.set(question.kind, [...(byKind.get(question.kind) ?? []), ...took]);
  }
  const { rows } = await pool.query<{ megabytes: number }>(
    `SELECT pg_total_relation_size('search.entry') / 1e6 AS megabytes`,
  );
  await pool.end();
  const figures = {
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    slowest: Math.max(...all),
    megabytes: Number(rows[0]?.megabytes),
    ...Object.fromEntries([...byKind].map(([kind, took]) => [`p99 ${kind}`, quantile(took, 0.99)])),
  };
  console.log(JSON.stringify(figures));
};

/** Measures searches in a million sales. */
export const benchSearch = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    const measured = await inOwnProcess(import.meta.filename, url);
    const details = Object.fromEntries(
      Object.entries(measured).map(([name, value]) => [name, roundTo(value)]),
    );
    const p99 = roundTo(measured['p99'] ?? Number.NaN, 1);
    return [
      {
        name: 'search over 1,000,000 sales, p99',
        value: p99,
        unit: 'ms',
        threshold: '≤ 100',
        ok: p99 <= 100,
        details,
      },
    ];
  });

if (import.meta.main) await measureAndPrint(process.argv[2] ?? '');
