import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type RunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import type { Product } from '#/scripts/load/product.ts';
import { recordsOf } from '#/scripts/load/records.ts';
import { startLoad } from '#/scripts/load/start-load.ts';
import { withProduct } from './market.ts';
import { roundTo, type Measure } from './measure.ts';

const WARM_UP = { rate: 40, seconds: 4 };
const SECONDS = 20;
/** Most statements of a sale, by the load in sales a second. */
const THRESHOLD: Readonly<Record<number, number>> = { 5: 40, 40: 25 };
const COMMITS_THRESHOLD = 9;

interface Counts {
  readonly statements: number;
  /** Statements that write; each one counts as a transaction of its own. */
  readonly commits: number;
}

const COUNTS = `SELECT sum(calls)::int AS statements,
    sum(calls) FILTER (WHERE query ~* '(INSERT|UPDATE|DELETE) ')::int AS commits
  FROM pg_stat_statements JOIN pg_database ON oid = dbid
  WHERE datname = current_database() AND toplevel AND query !~ 'pg_stat_statements'`;

interface Cost extends Counts {
  readonly perSecond: number;
  readonly sales: number;
}

const costsOf = async (
  { url }: Product,
  dataDir: string,
  client: pg.Client,
): Promise<readonly Cost[]> => {
  const loadAt = (rate: number, seconds: number) =>
    startLoad({
      url,
      rate,
      seconds,
      file: join(dataDir, `load-${rate}-${seconds}.ndjson`),
    }).waitUntilServed();
  await loadAt(WARM_UP.rate, WARM_UP.seconds);
  const costs: Cost[] = [];
  for (const perSecond of Object.keys(THRESHOLD).map(Number)) {
    await client.query('SELECT pg_stat_statements_reset()');
    const records = await loadAt(perSecond, SECONDS);
    const { rows } = await client.query<Counts>(COUNTS);
    const [counts = { statements: Number.NaN, commits: Number.NaN }] = rows;
    const sales = recordsOf(records, 'paid').length;
    costs.push({ ...counts, perSecond, sales });
  }
  return costs;
};

const measuresOf = ({ perSecond, sales, statements, commits }: Cost): readonly Measure[] => {
  const each = (total: number): number => roundTo(total / sales, 1);
  const details = { sales, statements, commits };
  const figure = (what: string, value: number, most: number): Measure => ({
    name: `${what} of a sale at ${perSecond} sales/s`,
    value,
    unit: '',
    threshold: `≤ ${most}`,
    ok: value <= most,
    details,
  });
  const figures = [figure('SQL statements', each(statements), THRESHOLD[perSecond] ?? Number.NaN)];
  if (perSecond < 40) return figures;
  return [...figures, figure('commits', each(commits), COMMITS_THRESHOLD)];
};

/** Counts the statements and commits in Postgres for one sale. The sandbox has a database of its own. */
export const benchStatements = async (): Promise<readonly Measure[]> => {
  const opened: RunningPostgres[] = [];
  const prepare = async (dataDir: string): Promise<void> => {
    const settings = { shared_preload_libraries: 'pg_stat_statements' };
    // The product joins this server, which counts statements.
    opened.push(await startPostgres({ dataDir, settings }));
  };
  const costs = await withProduct(
    async (product, dataDir) => {
      const client = new pg.Client(opened[0]?.url);
      try {
        await client.connect();
        await client.query('CREATE EXTENSION pg_stat_statements');
        return await costsOf(product, dataDir, client);
      } finally {
        await client.end();
        await opened[0]?.stop();
      }
    },
    { prepare },
  );
  return costs.flatMap(measuresOf);
};
