import { loadApart } from '#/api/reads/load-apart.ts';
import { createCheckpoints } from '#/projections/engine/tables/checkpoint-table.ts';
import { readGenerationStates } from '#/projections/engine/tables/generation-states.ts';
import { rollBack } from '#/projections/engine/rebuild/rollback.ts';
import {
  rebuild,
  RebuildDiffers,
  type RebuildProgress,
} from '#/projections/engine/rebuild/rebuild.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { projections, projectionsNamed } from '#/projections/registry.ts';
import {
  BadEnvironment,
  runCommand,
  UsageError,
  type CommandArguments,
} from '#/scripts/launch/command.ts';
import { withLedger, type LedgerAccess } from '#/scripts/record/ledger-access.ts';

const names = projections.map(({ name }) => name);

const help = `
npm run rebuild — rebuilds read models from the whole log next to the live ones, and then switches to the new ones.

Usage: npm run rebuild -- [--back] [--full-speed] <name|all>
       npm run rebuild -- --list

Names: ${names.join(', ')}

The new rows are compared with the live ones, row by row, at the same position. If they differ, the first differences are
printed and the live ones stay. The product keeps running and answering queries meanwhile; Ctrl-C cancels the rebuild.

Options
  --list        lists all generations: status, lag behind the log (counted up to 10,000), size on disk, position. Status:
                live: queries read it; degraded: queries read it, but it stopped at an event that it could not apply;
                rebuilding, ready, returning: not live yet; retired: the previous one, to which --back returns
  --full-speed  does not pause; for a product without traffic. Without it, the rebuild pauses after each batch
  --back        makes the previous generation live again, after it has caught up to the same position; the generation that
                was live is then the retired one; the next rebuild makes a newer generation live

Exit code: 0 if the new rows are live, 1 if they differ or something failed, 130 if it was cancelled.

Environment
  DATA_DIR        folder of the embedded Postgres (default .data)
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
`;

interface RebuildRequest {
  readonly chosen: readonly Projection[];
  readonly isFullSpeed: boolean;
  readonly signal: AbortSignal;
}

const inThousands = new Intl.NumberFormat('en');

const line = ({ phase, done, total, perSecond }: RebuildProgress): string => {
  const [read, all, rate] = [done, Math.max(done, total), perSecond].map((count) =>
    inThousands.format(count),
  );
  return `${phase.padEnd(11)} ${read} of ${all} events, ${rate}/s`;
};

/** Prints one line that changes in place, or, without a terminal, one line a phase. */
const progressLine = () => {
  const { isTTY } = process.stderr;
  let phase = '';
  let shownAt = 0;
  return (progress: RebuildProgress): void => {
    const now = performance.now();
    if (progress.phase === phase && (!isTTY || now - shownAt < 100)) return;
    phase = progress.phase;
    shownAt = now;
    const end = isTTY && phase !== 'flipped' ? '' : '\n';
    process.stderr.write(`${isTTY ? '\r\u001B[K' : ''}${line(progress)}${end}`);
  };
};

/** Makes one sentence of a cancellation or a difference, with the first rows that differ. Other errors stay as they are. */
const refusalOf = (error: unknown, stopping: AbortSignal): unknown => {
  if (process.stderr.isTTY) process.stderr.write('\n');
  if (stopping.aborted) return new BadEnvironment('Cancelled; nothing was changed.');
  if (!(error instanceof RebuildDiffers)) return error;
  const rows = error.differences.map((difference) => JSON.stringify(difference));
  const what = `${error.message}; the live ones stay. The first rows that differ:`;
  return new BadEnvironment([what, ...rows].join('\n'));
};

const rebuildChosen = async (
  { store, pool, locations }: LedgerAccess,
  { chosen, isFullSpeed, signal }: RebuildRequest,
): Promise<void> => {
  const onProgress = progressLine();
  const load = loadApart(locations);
  const isThrottled = !isFullSpeed;
  const reporting = { isThrottled, onProgress, signal };
  const rebuilt = await rebuild({ store, pool, load, projections: chosen, ...reporting });
  for (const { name, generation, equal } of rebuilt) {
    const compared = equal === true ? 'equal to what was live' : 'nothing to compare with';
    console.log(`${name}: generation ${generation} is live, ${compared}`);
  }
};

const rollBackChosen = async (
  { store, pool }: LedgerAccess,
  { chosen, signal }: RebuildRequest,
): Promise<void> => {
  const onProgress = progressLine();
  const rolledBack = await rollBack({ store, pool, projections: chosen, onProgress, signal });
  for (const { name, generation } of rolledBack) {
    console.log(`${name}: generation ${generation} is live again`);
  }
};

const BYTES_PER_KB = 1_000;

/** Shows only the kind of an error: the rest of its text may quote rows. */
const listGenerations = async (ledger: LedgerAccess): Promise<void> => {
  await createCheckpoints(ledger.pool);
  const states = await readGenerationStates(ledger, names);
  const rows = states.map(({ name, generation, version, status, lag, bytes, position, error }) => ({
    name,
    generation,
    version,
    status,
    lag,
    kB: Math.ceil(bytes / BYTES_PER_KB),
    position: position || 'the start',
    failure: error?.split(': ', 1)[0] ?? '',
  }));
  if (rows.length === 0) console.log('There is no read model yet: the first start makes them.');
  else console.table(rows);
};

const replaceGenerations = async (
  [name, ...others]: readonly string[],
  values: CommandArguments['values'],
  signal: AbortSignal,
): Promise<void> => {
  const chosen = name === undefined ? undefined : projectionsNamed(name);
  if (chosen === undefined || others.length > 0) {
    throw new UsageError(`Name one read model or all: ${names.join(', ')}.`);
  }
  const work = values['back'] === true ? rollBackChosen : rebuildChosen;
  const request = { chosen, isFullSpeed: values['full-speed'] === true, signal };
  await withLedger((ledger) => work(ledger, request)).catch((error: unknown) => {
    throw refusalOf(error, signal);
  });
};

await runCommand({
  help,
  options: {
    back: { type: 'boolean' },
    list: { type: 'boolean' },
    'full-speed': { type: 'boolean' },
  },
  allowPositionals: true,
  run: ({ values, positionals }, { stopping }) =>
    values['list'] === true
      ? withLedger(listGenerations)
      : replaceGenerations(positionals, values, stopping),
});
