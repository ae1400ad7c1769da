import { expect } from 'chai';
import type pg from 'pg';
import { openLog, type StoreLocations } from '#/api/composition/store.ts';

const LOG = 'ledger.event';

/** Returns the events of an EventStoreDB; none if the log is in the database. */
const everyEvent = async (locations: StoreLocations) => {
  if (locations.eventStoreUrl === undefined) return [];
  await using stack = new AsyncDisposableStack();
  const store = stack.adopt(await openLog(locations), (log) => log.close());
  const events = (await Array.fromAsync(store.readAll({}))).flat();
  return events.map((event) => ({ table: LOG, text: JSON.stringify(event) }));
};

/** Returns every value of the database and the log as text; bytes are decoded as text. */
export const everyValue = async (
  client: pg.Client,
  locations: StoreLocations,
): Promise<readonly { readonly table: string; readonly text: string }[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables`,
  );
  const names = tables.map(({ name }) => name);
  expect(names).to.include.members([
    ...(locations.eventStoreUrl === undefined ? [LOG] : []),
    'webhooks.notice',
    'webhooks.delivery',
    'auth."user"',
  ]);
  const values: { table: string; text: string }[] = await everyEvent(locations);
  for (const table of names) {
    const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      const text = Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value);
      values.push({ table, text });
    }
  }
  return values;
};
