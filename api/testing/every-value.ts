import { expect } from 'chai';
import type pg from 'pg';

/** What is in any column of any table of any schema: values as text, bytes as the text they would be. */
export const everyValue = async (
  client: pg.Client,
): Promise<readonly { readonly table: string; readonly text: string }[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables`,
  );
  const names = tables.map(({ name }) => name);
  expect(names).to.include.members([
    'ledger.event',
    'webhooks.notice',
    'webhooks.delivery',
    'auth."user"',
  ]);
  const values: { table: string; text: string }[] = [];
  for (const table of names) {
    const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      const text = Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);
      values.push({ table, text });
    }
  }
  return values;
};
