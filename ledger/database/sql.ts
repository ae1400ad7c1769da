import knex, { type Knex } from 'knex';
import type { QueryConfig } from 'pg';

export const sql = knex({ client: 'pg' });

export const statementOf = (
  query: Knex.QueryBuilder | Knex.Raw,
): QueryConfig & { readonly values: unknown[] } => {
  const { sql: text, bindings } = query.toSQL().toNative();
  return { text, values: [...bindings] };
};
