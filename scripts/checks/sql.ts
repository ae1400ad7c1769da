import { forbidden, type Rule } from './tree.ts';

/** Files that need a database by their nature: the real implementations of ports, and the queries and tables of read models. */
const realForms = [
  // Implementations of a port in Postgres. Most have an implementation in memory for the simulation. The table of seals has none, because
  // the sealer needs nothing but the log; nor has the database's clock, because the simulation has a clock of its own.
  /\/postgres(?:-[a-z-]+)?\.ts$/,
  /\/postgres\//,
  // How a database is prepared, and what the product constructs from it at its start.
  /^ledger\/database\//,
  /^api\/composition\//,
  /^api\/main\.ts$/,
  // Read models: their queries, their tables, and how those are rebuilt.
  /^projections\/(?:receivers\/)?[a-z-]+\.ts$/,
  /^projections\/engine\/(?:define|rebuild|tables)\//,
  /^projections\/search\//,
  // Reads of one snapshot, over replicas.
  /^api\/reads\//,
  // People and their sessions are kept by better-auth, in Postgres alone.
  /^api\/auth\//,
  // The sandbox is a program of its own, with a file of SQLite.
  /^adapters\/payments\/sandbox\//,
];

const isOurs = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !realForms.some((place) => place.test(path));

const SPEAKS =
  /\bfrom 'pg'|\bimport\('pg'\)|\bSELECT\s+[\w"*$(.]|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE [\w.]+ (?:AS \w+ )?SET\b|\b(?:CREATE|ALTER|DROP) (?:TABLE|SCHEMA|VIEW|(?:UNIQUE )?INDEX)\b/;

/** Only the real implementations of ports contain SQL, so that a simulation can use others. */
export const sql: Rule = forbidden(
  SPEAKS,
  'SQL and pg stand in the Postgres form of a port, beside a form in memory',
  isOurs,
);
