import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Contact, Identity } from '#/domain/encrypted.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { createVault, type Vault } from '#/ledger/vault/personal-data.ts';
import { beginEntries, SEARCH_SCHEMA } from '#/ledger/vault/search-entries.ts';
import { schemaOf, tableIn } from '#/projections/engine/define/table-sql.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { receivers, reviewsOf } from '#/projections/receivers.ts';
import { SEARCH_VERSION } from '#/projections/search/indexer.ts';
import { prepareSearch, SELLER, sellerRecord } from '#/projections/search/prepared.ts';
import { balancesOf, sellerBalance } from '#/projections/seller-balance.ts';
import { listSellers, sellerList, sellerTable } from '#/projections/sellers.ts';
import { commonness, copyInto, createRandom, PLATFORM, tokensBy, words } from './filling.ts';
import { quantile, roundTo, type Measure } from './measure.ts';
import { benchPool, withOwnDatabase } from './own-database.ts';
import { inOwnProcess } from './own-process.ts';

const SELLERS = 100_000;
const QUERIES = 1_000;
const PAGE = 25;

const nameOf = (draw: () => number): string =>
  `Nome${commonness(draw)} Sobrenome${commonness(draw)} Silva${commonness(draw)}`;

/** Writes sellers of one platform with their tokens. @returns some of their names */
const fill = async (pool: pg.Pool, vault: Vault): Promise<readonly string[]> => {
  await pool.query('DROP INDEX search.entry_tokens, search.entry_subject');
  const models = [sellerList, sellerBalance, receivers];
  await rebuild({ store: createMemoryStore(), pool, projections: models });
  await beginEntries(pool, SEARCH_VERSION);
  await pool.query('UPDATE search.progress SET is_complete = true');
  const draw = createRandom();
  const tokens = tokensBy(vault);
  const subject = await vault.subjectFor({ platformId: PLATFORM, email: 'one@example.com' });
  const identity = await vault.encrypt(subject, 'fiscal', { name: nameOf(draw), document: '' });
  const contact = await vault.encrypt(subject, 'contact', { email: 'one@example.com' });
  const [one, two] = [await pool.connect(), await pool.connect()];
  const rows = copyInto(
    one,
    `${tableIn(schemaOf(sellerList.name, 1), sellerTable)} (seller_id, platform_id, identity, contact, pix_enabled,
      credit_card_enabled, billet_enabled, is_blocked, joined_at, changed_at, changed_by, revision)`,
  );
  const entries = copyInto(two, 'search.entry (record, subject, open, fiscal, contact)');
  const names: string[] = [];
  const began = Date.parse('2025-11-20T00:00:00Z');
  const [sealed, address] = [JSON.stringify(identity), JSON.stringify(contact)];
  for (let nth = 0; nth < SELLERS; nth += 1) {
    const [id, name] = [randomUUID(), nameOf(draw)];
    if (nth % 97 === 0) names.push(name);
    const at = new Date(began + nth * 300_000).toISOString();
    const fields = [id, PLATFORM, sealed, address, true, true, true, false, at, at, 'system', 0];
    await rows.write(`${fields.join('\t')}\n`);
    const fiscal = tokens(words(name));
    const emails = tokens([{ kind: 'email', text: `seller.${nth}@example.com` }]);
    await entries.write(
      `${[sellerRecord(id), randomUUID(), tokens([SELLER]), fiscal, emails].join('\t')}\n`,
    );
  }
  await Promise.all([rows.end(), entries.end()]);
  for (const client of [one, two]) client.release();
  await applySchema(pool, SEARCH_SCHEMA);
  await pool.query('VACUUM ANALYZE');
  return names;
};

/** Reads a page as the API does: the rows, their figures, and the names. @returns milliseconds */
const timePage = async (pool: pg.Pool, vault: Vault, text: string | undefined): Promise<number> => {
  const began = performance.now();
  const wanted = { platformId: PLATFORM, isOfSellers: true, isWithNumbers: true };
  const search =
    text === undefined
      ? undefined
      : { prepared: prepareSearch(vault, { ...wanted, text }), id: undefined };
  const filters = { platformId: PLATFORM, isBlocked: false };
  const { items } = await listSellers(pool, filters, search, { limit: PAGE });
  const ids = items.map(({ sellerId }) => sellerId);
  await balancesOf(pool, ids);
  await reviewsOf(pool, ids);
  await vault.openMany<Identity>(items.map(({ identity }) => identity));
  await vault.openMany<Contact>(items.map(({ contact }) => contact));
  return performance.now() - began;
};

const inThisProcess = async (url: string): Promise<void> => {
  const pool = benchPool(url);
  const masterKeys = [{ id: 'bench', bytes: randomBytes(32) }] as const;
  const vault = await createVault({ pool, masterKeys });
  const names = await fill(pool, vault);
  const draw = createRandom();
  const questions: readonly (() => string)[] = [
    () => names[Math.floor(draw() * names.length)] ?? '',
    () => `nome${Math.floor(draw() * 3)}`,
    () => 'nome1 sobrenome2',
    () => `sobrenome${3_000 + Math.floor(draw() * 900)}`,
    () => `seller.${Math.floor(draw() * SELLERS)}@example.com`,
    () => randomUUID(),
  ];
  const [first, searches]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < QUERIES; nth += 1) {
    first.push(await timePage(pool, vault, undefined));
    searches.push(await timePage(pool, vault, questions[nth % questions.length]?.()));
  }
  await pool.end();
  console.log(
    JSON.stringify({
      'first page p50': quantile(first, 0.5),
      'first page p99': quantile(first, 0.99),
      'search p50': quantile(searches, 0.5),
      'search p99': quantile(searches, 0.99),
    }),
  );
};

/** Measures the first page and searches of the list of users, over 100,000 sellers. */
export const benchSellers = (databaseUrl: string): Promise<readonly Measure[]> =>
  withOwnDatabase(databaseUrl, async (url) => {
    const details = await inOwnProcess(import.meta.filename, url);
    const measure = (what: string, most: number): Measure => {
      const value = roundTo(details[`${what} p99`] ?? Number.NaN, 1);
      const name = `${what} of 100,000 sellers, p99`;
      return { name, value, unit: 'ms', reach: `≤ ${most}`, ok: value <= most, details };
    };
    return [measure('first page', 80), measure('search', 120)];
  });

if (import.meta.main) await inThisProcess(process.argv[2] ?? '');
