import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { sellerWaits } from '#/domain/seller/waits.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import { beginEntries, SEARCH_SCHEMA } from '#/ledger/vault/postgres/search-entries.ts';
import { destinations, destinationTable } from '#/projections/destinations.ts';
import { schemaOf, tableIn } from '#/projections/engine/define/table-sql.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { reviewsOf } from '#/projections/receivers/receivers-queries.ts';
import { receivers, receiverTable } from '#/projections/receivers/receivers.ts';
import { SEARCH_VERSION } from '#/projections/search/indexer.ts';
import { prepareSearch, SELLER, sellerRecord } from '#/projections/search/prepared.ts';
import { balancesOf, sellerBalance } from '#/projections/seller-balance.ts';
import { listSellers, sellerList, sellerTable, type SellerSearch } from '#/projections/sellers.ts';
import { findWaits, listWaiting } from '#/projections/receivers/waiting-sellers.ts';
import { withdrawals, withdrawalTable } from '#/projections/withdrawals.ts';
import { drawRank, copyInto, PLATFORM, tokensBy, words, SEED } from './filling.ts';
import { createRandom } from '#/scripts/seeds/random.ts';
import { quantile, roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';
import { inOwnProcess } from './own-process.ts';

const SELLERS = 100_000;
const QUERIES = 1_000;
const PAGE = 25;

const nameOf = (draw: () => number): string =>
  `Nome${drawRank(draw)} Sobrenome${drawRank(draw)} Silva${drawRank(draw)}`;

/** Every fifth seller has a withdrawal to be approved, every seventh a PIX key to be checked. */
const fillWaits = async (pool: pg.Pool): Promise<void> => {
  const sellers = `(SELECT *, row_number() OVER (ORDER BY joined_at) AS nth FROM ${tableIn(schemaOf(sellerList.name, 1), sellerTable)})`;
  await pool.query(
    `INSERT INTO ${tableIn(schemaOf(withdrawals.name, 1), withdrawalTable)} (withdrawal_id, platform_id, seller_id, amount, fee, net,
      status, provider, merchant_account, pix_type, destination, requested_at, approvals, waits_for_approval_since, payable_since)
    SELECT gen_random_uuid()::text, platform_id, seller_id, 1, 0, 1, 'PENDING', 'sandbox', '', 'CPF', '{}', at, '[]', at, at
    FROM ${sellers} AS seller, LATERAL (SELECT joined_at + interval '1 day' AS at) AS wait WHERE nth % 5 = 0`,
  );
  await pool.query(
    `INSERT INTO ${tableIn(schemaOf(destinations.name, 1), destinationTable)} (destination_id, platform_id, seller_id, status, pix_type,
      destination, holder, declared_at, waits_since, changed_at, revision)
    SELECT gen_random_uuid()::text, platform_id, seller_id, 'WAITING', 'CPF', '{}', 'SELLER', at, at, at, 0
    FROM ${sellers} AS seller, LATERAL (SELECT joined_at + interval '1 hour' AS at) AS wait WHERE nth % 7 = 0`,
  );
};

/** Fills the tables with sellers. @returns some of their names */
const fill = async (pool: pg.Pool, vault: Vault): Promise<readonly string[]> => {
  await pool.query('DROP INDEX search.entry_tokens, search.entry_subject');
  const models = [sellerList, sellerBalance, receivers, destinations, withdrawals];
  await rebuild({ store: createMemoryStore(), pool, projections: models });
  await beginEntries(pool, SEARCH_VERSION);
  await pool.query('UPDATE search.progress SET is_complete = true');
  const draw = createRandom(SEED);
  const tokens = tokensBy(vault);
  const subject = await vault.subjectFor({ platformId: PLATFORM, email: 'one@example.com' });
  const identity = await vault.encrypt(subject, 'fiscal', { name: nameOf(draw), document: '' });
  const contact = await vault.encrypt(subject, 'contact', { email: 'one@example.com' });
  const [one, two, three] = [await pool.connect(), await pool.connect(), await pool.connect()];
  const rows = copyInto(
    one,
    `${tableIn(schemaOf(sellerList.name, 1), sellerTable)} (seller_id, platform_id, identity, contact, pix_enabled,
      credit_card_enabled, billet_enabled, is_blocked, joined_at, changed_at, changed_by, revision)`,
  );
  const reviews = copyInto(
    three,
    `${tableIn(schemaOf(receivers.name, 1), receiverTable)} (seller_id, platform_id, document_type, review, files,
      waiting_since, changed_at)`,
  );
  const entries = copyInto(two, 'search.entry (record, subject, open, fiscal, contact)');
  const names: string[] = [];
  const began = Date.parse('2025-11-20T00:00:00Z');
  const [identityText, contactText] = [JSON.stringify(identity), JSON.stringify(contact)];
  for (let nth = 0; nth < SELLERS; nth += 1) {
    const [id, name] = [randomUUID(), nameOf(draw)];
    if (nth % 97 === 0) names.push(name);
    const at = new Date(began + nth * 300_000).toISOString();
    const fields = [
      id,
      PLATFORM,
      identityText,
      contactText,
      true,
      true,
      true,
      false,
      at,
      at,
      'system',
      0,
    ];
    await rows.write(`${fields.join('\t')}\n`);
    // Every third seller has documents that wait for staff.
    const review = nth % 3 === 0 ? ['WAITING', '[]', at] : ['APPROVED', '[]', '\\N'];
    await reviews.write(`${[id, PLATFORM, 'CPF', ...review, at].join('\t')}\n`);
    const fiscal = tokens(words(name));
    const emails = tokens([{ kind: 'email', text: `seller.${nth}@example.com` }]);
    await entries.write(
      `${[sellerRecord(id), randomUUID(), tokens([SELLER]), fiscal, emails].join('\t')}\n`,
    );
  }
  await Promise.all([rows.end(), reviews.end(), entries.end()]);
  for (const client of [one, two, three]) client.release();
  await fillWaits(pool);
  await applySchema(pool, SEARCH_SCHEMA);
  await pool.query('VACUUM ANALYZE');
  return names;
};

const FIRST = { limit: PAGE };
const VISIBLE = { platformId: PLATFORM, whats: sellerWaits, resets: [] };

const firstPage = (pool: pg.Pool, search?: SellerSearch) =>
  listSellers(pool, { platformId: PLATFORM, isBlocked: false }, search, FIRST);

const searchFor = (pool: pg.Pool, vault: Vault, text: string) => {
  const search = { platformId: PLATFORM, isOfSellers: true, isWithNumbers: true };
  return firstPage(pool, { prepared: prepareSearch(vault, { ...search, text }), id: undefined });
};

/** Reads as the API does. @returns milliseconds */
const timePage = async (
  pool: pg.Pool,
  vault: Vault,
  read: () => ReturnType<typeof firstPage>,
): Promise<number> => {
  const began = performance.now();
  const { items } = await read();
  const ids = items.map(({ sellerId }) => sellerId);
  await balancesOf(pool, ids);
  await reviewsOf(pool, ids);
  await findWaits(pool, VISIBLE, ids);
  await vault.openMany<Identity>(items.map(({ identity }) => identity));
  await vault.openMany<Contact>(items.map(({ contact }) => contact));
  return performance.now() - began;
};

const measureAndPrint = async (url: string): Promise<void> => {
  const pool = benchPool(url);
  const masterKeys = [{ id: 'bench', bytes: randomBytes(32) }] as const;
  const vault = await createVault({ pool, masterKeys });
  const names = await fill(pool, vault);
  const draw = createRandom(SEED);
  const questions: readonly (() => string)[] = [
    () => names[Math.floor(draw() * names.length)] ?? '',
    () => `nome${Math.floor(draw() * 3)}`,
    () => 'nome1 sobrenome2',
    () => `sobrenome${3_000 + Math.floor(draw() * 900)}`,
    () => `seller.${Math.floor(draw() * SELLERS)}@example.com`,
    () => randomUUID(),
  ];
  const [first, waiting, searches]: [number[], number[], number[]] = [[], [], []];
  for (let nth = 0; nth < QUERIES; nth += 1) {
    const text = questions[nth % questions.length]?.() ?? '';
    first.push(await timePage(pool, vault, () => firstPage(pool)));
    waiting.push(await timePage(pool, vault, () => listWaiting(pool, VISIBLE, undefined, FIRST)));
    searches.push(await timePage(pool, vault, () => searchFor(pool, vault, text)));
  }
  await pool.end();
  console.log(
    JSON.stringify({
      'first page p50': quantile(first, 0.5),
      'first page p99': quantile(first, 0.99),
      'who waits p50': quantile(waiting, 0.5),
      'who waits p99': quantile(waiting, 0.99),
      'search p50': quantile(searches, 0.5),
      'search p99': quantile(searches, 0.99),
    }),
  );
};

/** Measures the list of users over 100,000 sellers. */
export const benchSellers = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    const details = await inOwnProcess(import.meta.filename, url);
    const measure = (what: string, most: number): Measure => {
      const value = roundTo(details[`${what} p99`] ?? Number.NaN, 1);
      const name = `${what} of 100,000 sellers, p99`;
      return { name, value, unit: 'ms', threshold: `≤ ${most}`, ok: value <= most, details };
    };
    return [measure('first page', 80), measure('who waits', 80), measure('search', 120)];
  });

if (import.meta.main) await measureAndPrint(process.argv[2] ?? '');
