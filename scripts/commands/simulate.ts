import { z } from 'zod';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { readOptions, runCommand } from '#/scripts/launch/command.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { shrink, describeHistory } from '#/scripts/simulation/history/history.ts';
import { isKnown } from '#/scripts/simulation/known.ts';
import { simulate, type SimulationResult } from '#/scripts/simulation/simulation.ts';
import { drawConditions } from '#/scripts/simulation/conditions.ts';
import { sumWaits, VICES_ALONE } from '#/scripts/simulation/waits-by-vice.ts';
import { WAITS } from '#/scripts/simulation/waits.ts';

const help = `
npm run simulate — runs the product on virtual time against acquirers that answer late, twice, wrongly or not at all.

Usage: npm run simulate [-- --seed <number>] [--variant <number>] [--seeds <number>] [--steps <number>] [--inputs <number>]
                        [--processes <1 or 2>] [--trace]
       npm run simulate -- --waits [--seed <number>] [--seeds <number>] [--inputs <number>]

Processes of the product, their log and the acquirers run in one thread. Buyers buy and pay, the seller refunds and withdraws,
staff decide open cases, processes are killed or paused, appends and answers are lost. Again and again the acquirers' own books are
compared with the log. Of a failing history, inputs are left out until the run fails no more without any one of those that are left;
they are printed as a story. A shorter story may exist. The same seed and variant give the same run on every machine.

Options
  --seed       the first seed (default 1)
  --variant    draws again what happens under each history: how long calls take, who answers what, when the log fails (default 0)
  --seeds      number of seeds to run (default 1; with --waits 300)
  --steps      instead of --seeds: runs further seeds until they have made this many steps in all
  --inputs     number of inputs of each history (default 20)
  --processes  number of processes of the product: 1 or 2 (default 2)
  --trace      prints every step
  --waits      instead of searching for faults: plays the users' actions of the seeds with one vice alone, one vice after the other, at
               the same acquirers (sandbox, zendry, and pagarme for registrations), and prints for each vice how much waits for a person
               in the end: payments, refunds, withdrawals, registrations, payments of another amount than requested, and parked events.
               With 300 seeds it takes one to two hours.

Exits with 1 if a fault was found that is not listed in scripts/simulation/known.ts.
`;

const optionsSchema = z.object({
  seed: z.coerce.number().int().nonnegative().default(1),
  variant: z.coerce.number().int().nonnegative().default(0),
  seeds: z.coerce.number().int().positive().max(1_000_000).optional(),
  steps: z.coerce.number().int().positive().optional(),
  inputs: z.coerce.number().int().nonnegative().max(1_000).default(20),
  processes: z.coerce
    .number()
    .pipe(z.literal([1, 2]))
    .default(2),
  trace: z.boolean().default(false),
  waits: z.boolean().default(false),
});

type Options = z.infer<typeof optionsSchema>;

/** @returns the run, and whether all its findings are known */
const runSeed = async (
  seed: number,
  { variant, inputs, processes, trace }: Options,
  providerCases: Awaited<ReturnType<typeof loadProviderCases>>,
): Promise<{ readonly ran: SimulationResult; readonly isAllKnown: boolean }> => {
  const history = drawHistory(seed, inputs);
  const conditions = { ...drawConditions(seed, variant), processes };
  const onLine = (line: string): void => void process.stdout.write(line);
  const ran = await simulate({ ...conditions, ...(trace && { onLine }) }, history, providerCases);
  const newFindings = ran.found.filter((each) => !isKnown(each, history));
  for (const each of ran.found) if (!newFindings.includes(each)) console.log(`Known: ${each}`);
  if (newFindings.length === 0) return { ran, isAllKnown: true };
  const shortest = await shrink(history, async (part) =>
    (await simulate(conditions, part, providerCases)).found.some((each) => !isKnown(each, part)),
  );
  console.log(
    [
      `Seed ${seed}${variant === 0 ? '' : `, variant ${variant}`}`,
      ...newFindings.map((each) => `✗ ${each}`),
      ...describeHistory(shortest),
    ].join('\n'),
  );
  return { ran, isAllKnown: false };
};

const printCounts = (counts: ReadonlyMap<string, number>): void => {
  for (const [name, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) {
    console.log(`${String(count).padStart(8)}  ${name}`);
  }
};

const NAME_WIDTH = 24;
const COLUMN_WIDTH = 14;
const SEEDS_OF_WAITS = 300;

/** Prints how much waits for a person in the end: a row for each vice, a column for each kind. */
const printWaits = async (
  { seed, seeds = SEEDS_OF_WAITS, inputs }: Options,
  providerCases: Awaited<ReturnType<typeof loadProviderCases>>,
  stopping: AbortSignal,
): Promise<void> => {
  const print = (name: string, cells: readonly (string | number)[]): void =>
    console.log(
      [name.padEnd(NAME_WIDTH), ...cells.map((cell) => String(cell).padStart(COLUMN_WIDTH))].join(
        '',
      ),
    );
  print('vice', WAITS);
  for (const vice of VICES_ALONE) {
    if (stopping.aborted) return;
    const sums = await sumWaits(vice, { from: seed, count: seeds, inputs }, providerCases);
    print(vice.name, [...sums.values()]);
  }
};

await runCommand({
  help,
  options: {
    seed: { type: 'string' },
    variant: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string' },
    inputs: { type: 'string' },
    processes: { type: 'string' },
    trace: { type: 'boolean' },
    waits: { type: 'boolean' },
  },
  run: async ({ values }, { stopping }) => {
    const options = readOptions(optionsSchema, values);
    const providerCases = await loadProviderCases();
    if (options.waits) return printWaits(options, providerCases, stopping);
    const counts = new Map<string, number>();
    const before = process.cpuUsage();
    let [seeds, steps, failed] = [0, 0, 0];
    const isMore = (): boolean =>
      options.steps === undefined ? seeds < (options.seeds ?? 1) : steps < options.steps;
    while (isMore() && !stopping.aborted) {
      const { ran, isAllKnown } = await runSeed(options.seed + seeds, options, providerCases);
      seeds += 1;
      steps += ran.steps;
      if (!isAllKnown) failed += 1;
      for (const [name, count] of ran.counts) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    printCounts(counts);
    const { user, system } = process.cpuUsage(before);
    const perSecond = Math.round((steps * 1_000_000) / (user + system));
    console.log(
      `${steps} steps, ${perSecond} a second of processor time; ${failed} seeds of ${seeds} found something`,
    );
    if (failed > 0) process.exitCode = 1;
  },
});
