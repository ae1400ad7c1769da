import { forbidden, type Rule } from './tree.ts';

/** Files that may use SQL. */
const exemptPaths = [
  // Most have another implementation in memory, for the simulation.
  /\/postgres(?:-[a-z-]+)?\.ts$/,
  /\/postgres\//,
  // The preparation of a database, and the product's start.
  /^ledger\/database\//,
  /^api\/composition\//,
  /^api\/main\.ts$/,
  // Read models, which are tables with queries.
  /^projections\/(?:receivers\/)?[a-z-]+\.ts$/,
  /^projections\/engine\/(?:define|rebuild|tables)\//,
  /^projections\/search\//,
  // Reads over replicas.
  /^api\/reads\//,
  // better-auth keeps people and sessions in Postgres.
  /^api\/auth\//,
  // A program of its own, with a file of SQLite.
  /^adapters\/payments\/sandbox\//,
];

const mustUsePorts = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !exemptPaths.some((place) => place.test(path));

const SQL =
  /\bfrom 'pg'|\bimport\('pg'\)|\bSELECT\s+[\w"*$(.]|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE [\w.]+ (?:AS \w+ )?SET\b|\b(?:CREATE|ALTER|DROP) (?:TABLE|SCHEMA|VIEW|(?:UNIQUE )?INDEX)\b/;

/** SQL stands only in files of `exemptPaths`, because a simulation uses other implementations of the ports. */
export const sql: Rule = forbidden(
  SQL,
  'SQL and pg stand in the Postgres form of a port, beside a form in memory',
  mustUsePorts,
);
