import { forbidden, type Rule } from './tree.ts';

/** Files that need a database by their nature: the real implementations of ports, and the queries and tables of read models. */
const realForms = [
  // Implementations of a port in Postgres, each next to its implementation in memory.
  /\/postgres(?:-[a-z-]+)?\.ts$/,
  /\/postgres\//,
  // How a database is prepared, and what the product constructs from it at its start.
  /^ledger\/database\//,
  /^api\/composition\//,
  /^api\/main\.ts$/,
  // Read models: their queries, their tables, and how those are rebuilt.
  /^projections\/(?:receivers\/)?[a-z-]+\.ts$/,
  /^projections\/engine\/(?:define|rebuild|tables)\//,
  /^projections\/engine\/in-postgres\.ts$/,
  /^projections\/search\//,
  // Reads of one snapshot, over replicas.
  /^api\/reads\//,
  // People and their sessions are kept by better-auth, in Postgres alone.
  /^api\/auth\//,
  // The sandbox is a program of its own, with a file of SQLite.
  /^adapters\/payments\/sandbox\//,
];

/** Files that are not split yet, with the reason. */
const notSplit: Readonly<Record<string, string>> = {
  'ledger/audit/seal-table.ts': 'seals have no form in memory: the sealer is not simulated',
  'ledger/audit/sealer.ts': 'the same; it only passes the pool on',
  'ledger/vault/credentials.ts':
    'encryption and rows are one; its form in memory is whole by itself',
  'ledger/vault/key-ring.ts': 'the same, of the keys of personal data',
  'ledger/vault/personal-data.ts': 'the same',
  'ledger/vault/search-entries.ts': 'the same, of blind indexes',
  'ledger/vault/subject-keys.ts': 'the same',
  'ledger/vault/subjects.ts': 'the same',
  'api/operations/expose-metrics.ts': 'it counts the connections of the pool',
  'api/operations/readiness.ts': 'it asks the database whether it takes writes',
  'api/webhooks/open-notices.ts': 'it constructs the notices of the product',
  'api/workers/workers.ts': 'it constructs the background work of the product',
};

const isOurs = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !realForms.some((place) => place.test(path)) &&
  notSplit[path] === undefined;

const SPEAKS =
  /\bfrom 'pg'|\bimport\('pg'\)|\bSELECT\s+[\w"*$(.]|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE [\w.]+ (?:AS \w+ )?SET\b|\b(?:CREATE|ALTER|DROP) (?:TABLE|SCHEMA|VIEW|(?:UNIQUE )?INDEX)\b/;

const spoken: Rule = forbidden(
  SPEAKS,
  'SQL and pg stand in the Postgres form of a port, beside a form in memory',
  isOurs,
);

/** A file that was split must leave the list. */
const staleEntries: Rule = (tree) =>
  Object.keys(notSplit)
    .filter((path) => tree.has(path) && !SPEAKS.test(tree.get(path) ?? ''))
    .map(
      (path) => `${path}: it has no SQL any more, so take it off the list in scripts/checks/sql.ts`,
    );

/** Only the real implementations of ports contain SQL, so that a simulation can use others. */
export const sql: Rule = (tree) => [...spoken(tree), ...staleEntries(tree)];
