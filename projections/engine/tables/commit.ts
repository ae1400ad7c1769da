import type { ClientBase, Pool } from 'pg';
import { columnValues, schemaOf, writeRows } from '#/projections/engine/define/table-sql.ts';
import { RowsRefused, type TableRows, type GenerationChange } from './tables.ts';

/** Moves the checkpoints if all are at their expected positions, otherwise none. Locks them in the order of names, against deadlocks. */
const FENCE = `WITH expected AS (
    SELECT name, generation, to_position, last FROM projections.checkpoint
    JOIN unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[])
        AS change (name, generation, from_position, to_position, last)
      USING (name, generation)
    WHERE position = from_position AND status IN ('live', 'ready', 'returning')
    ORDER BY name, generation FOR UPDATE OF checkpoint),
  moved AS (
    UPDATE projections.checkpoint AS checkpoint SET position = to_position,
      last_event = coalesce(last::json, last_event), updated_at = now()
    FROM expected WHERE checkpoint.name = expected.name
      AND checkpoint.generation = expected.generation
      AND (SELECT count(*) FROM expected) = cardinality($1)
    RETURNING 1),
  fence AS (SELECT FROM moved LIMIT 1)`;

const FENCE_PARAMETERS = 5;

const compose = (changes: readonly GenerationChange[]): string => {
  let parameter = FENCE_PARAMETERS + 1;
  const writes = changes
    .flatMap(({ name, generation, tables }) =>
      tables.map(({ table }) => ({ schema: schemaOf(name, generation), table })),
    )
    .map(({ schema, table }, index) => {
      const write = writeRows(schema, table, parameter, 'fence');
      parameter += Object.keys(table.columns).length;
      return `, w${index} AS (${write})`;
    });
  // The commit need not wait for the disk, because checkpoints and rows are lost together or not at all.
  return `${FENCE}${writes.join('')} SELECT set_config('synchronous_commit', 'off', true) FROM fence`;
};

/** Most statements that are prepared; each connection keeps their plans. */
const PLANNED = 200;

/** Statements by the tables that they change. Batches often change the same tables, so a connection plans a statement once. */
const statements = new Map<string, { readonly name?: string; readonly text: string }>();

const statementFor = (changes: readonly GenerationChange[]) => {
  const key = changes
    .flatMap(({ name, generation, tables }) =>
      tables.map(({ table }) => `${name} ${generation} ${table.name}`),
    )
    .join();
  const prepared = statements.get(key);
  if (prepared !== undefined) return prepared;
  const text = compose(changes);
  if (statements.size >= PLANNED) return { text };
  const statement = { name: `commit read models ${statements.size}`, text };
  statements.set(key, statement);
  return statement;
};

/** @throws RowsRefused when a row does not fit its columns */
const valuesOf = ({ table, rows }: TableRows): readonly Buffer[] => {
  try {
    return columnValues(table, rows);
  } catch (error) {
    throw new RowsRefused(error);
  }
};

/** `Commit` in one statement, which is the whole transaction. */
export const commit = async (
  on: ClientBase | Pool,
  changes: readonly GenerationChange[],
): Promise<boolean> => {
  const result = await on.query({
    ...statementFor(changes),
    values: [
      changes.map(({ name }) => name),
      changes.map(({ generation }) => generation),
      changes.map(({ from }) => from),
      changes.map(({ upTo }) => upTo),
      changes.map(({ last }) => last && JSON.stringify(last)),
      ...changes.flatMap(({ tables }) => tables.flatMap(valuesOf)),
    ],
  });
  return result.rowCount === 1;
};
