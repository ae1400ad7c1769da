import { loadApart } from '#/api/reads/load-apart.ts';
import { createCheckpoints } from '#/projections/engine/tables/checkpoint-table.ts';
import { generationStates } from '#/projections/engine/tables/generation-states.ts';
import { goBack } from '#/projections/engine/rebuild/rollback.ts';
import {
  rebuild,
  RebuildDiffers,
  type RebuildProgress,
} from '#/projections/engine/rebuild/rebuild.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { projections, projectionsNamed } from '#/projections/registry.ts';
import { BadEnvironment, runCommand, type CommandArguments } from '#/scripts/launch/command.ts';
import { withLedger, type LedgerAccess } from '#/scripts/record/ledger-access.ts';

const names = projections.map(({ name }) => name);

const help = `
npm run rebuild — derives read models again from the whole log, beside the live ones, and makes them the live ones.

Usage: npm run rebuild -- [--back] [--full-speed] <name|all>
       npm run rebuild -- --list

Names: ${names.join(', ')}

The new rows are compared with the live ones, row by row at the same position. When they differ, the first differences
are printed and the live ones stay. Queries and the running product go on all the while; Ctrl-C calls it off.

Options
  --list        shows every generation there is: status, lag behind the log (counted up to 10,000), size on the disk, position.
                live is what queries see; degraded the same, stopped at an event that it could not take in; rebuilding, ready
                and returning are on their way; retired is the one before, to which --back leads
  --full-speed  uses all the time there is, for a product without traffic; else half of it is left to the running product
  --back        makes the generation before the live one live again, after it was brought to the same position;
                what was live is kept in its place, and the next rebuild leads forward again

Exit: 0 when the new rows are live, 1 when they differ or something failed, 130 when it was called off.

Environment
  DATA_DIR        folder of the embedded Postgres (default .data)
  DATABASE_URL    a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  an EventStoreDB that keeps the log in place of Postgres
  EVENTSTORE_PREFIX  what this product is called there, when several share it
`;

/** The read models named on the command line, and what to do with them. */
interface Asked {
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

/** Prints progress: one line that changes in place on a terminal, elsewhere one line a phase. */
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

/** Returns why nothing was changed, as an error of one sentence, followed by the first rows that differ, if any. */
const refusalOf = (error: unknown, stopping: AbortSignal): unknown => {
  if (process.stderr.isTTY) process.stderr.write('\n');
  if (stopping.aborted) return new BadEnvironment('Called off; nothing was changed.');
  if (!(error instanceof RebuildDiffers)) return error;
  const rows = error.differences.map((difference) => JSON.stringify(difference));
  const what = `${error.message}; the live ones stay. The first rows that differ:`;
  return new BadEnvironment([what, ...rows].join('\n'));
};

const rebuildChosen = async (
  { store, pool, places }: LedgerAccess,
  { chosen, isFullSpeed, signal }: Asked,
): Promise<void> => {
  const onProgress = progressLine();
  const load = loadApart(places);
  const leavesRoom = !isFullSpeed;
  const reporting = { leavesRoom, onProgress, signal };
  const rebuilt = await rebuild({ store, pool, load, projections: chosen, ...reporting });
  for (const { name, generation, equal } of rebuilt) {
    const compared = equal === true ? 'equal to what was live' : 'nothing to compare with';
    console.log(`${name}: generation ${generation} is live, ${compared}`);
  }
};

const goingBack = async (
  { store, pool }: LedgerAccess,
  { chosen, signal }: Asked,
): Promise<void> => {
  const onProgress = progressLine();
  const gone = await goBack({ store, pool, projections: chosen, onProgress, signal });
  for (const { name, generation } of gone) {
    console.log(`${name}: generation ${generation} is live again`);
  }
};

const BYTES_PER_KB = 1_000;

/** Prints a table. Of a read model's error it shows only the kind: the rest may quote rows, and is in the product's log. */
const listGenerations = async (ledger: LedgerAccess): Promise<void> => {
  await createCheckpoints(ledger.pool);
  const states = await generationStates(ledger, names);
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

const changingOver = async (
  [name, ...others]: readonly string[],
  values: CommandArguments['values'],
  signal: AbortSignal,
): Promise<void> => {
  const chosen = name === undefined ? undefined : projectionsNamed(name);
  if (chosen === undefined || others.length > 0) {
    throw new BadEnvironment(`Name one read model or all: ${names.join(', ')}.`);
  }
  const work = values['back'] === true ? goingBack : rebuildChosen;
  const asked = { chosen, isFullSpeed: values['full-speed'] === true, signal };
  await withLedger((ledger) => work(ledger, asked)).catch((error: unknown) => {
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
      : changingOver(positionals, values, stopping),
});
