import { z } from 'zod';
import { loadEvidence } from '#/adapters/payments/evidence/evidence.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { shrink, tell, type Input } from '#/scripts/simulation/history/history.ts';
import { isKnown } from '#/scripts/simulation/known.ts';
import { simulate, type Ran } from '#/scripts/simulation/simulation.ts';
import { drawTreatment } from '#/scripts/simulation/treatment.ts';

const help = `
npm run simulate — runs the product against acquirers that answer late, twice, wrongly or not at all, on virtual time.

Usage: npm run simulate [-- --seed <number>] [--seeds <number>] [--inputs <number>] [--trace]

Two processes of the product, their log and two acquirers run in one thread. Buyers buy and pay, the seller refunds and withdraws,
processes are killed and stand still, appends and answers are lost. Afterwards the acquirers' own books are compared with the
log. What is found is shrunk to the inputs that it needs. One seed gives the same run everywhere.

Options
  --seed    the first seed (default 1)
  --seeds   how many, one after the other (default 1)
  --inputs  of each history (default 20)
  --trace   prints every step

Ends with 1 when anything was found that is not in scripts/simulation/known.ts.
`;

const optionsSchema = z.object({
  seed: z.coerce.number().int().nonnegative().default(1),
  seeds: z.coerce.number().int().positive().max(1_000_000).default(1),
  inputs: z.coerce.number().int().nonnegative().max(1_000).default(20),
  trace: z.boolean().default(false),
});

const printCounts = (counts: ReadonlyMap<string, number>): void => {
  for (const [name, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) {
    console.log(`${String(count).padStart(8)}  ${name}`);
  }
};

await runCommand({
  help,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    inputs: { type: 'string' },
    trace: { type: 'boolean' },
  },
  run: async ({ values }, { stopping }) => {
    const { seed: first, seeds, inputs, trace } = optionsSchema.parse(values);
    const evidence = await loadEvidence();
    const counts = new Map<string, number>();
    const began = performance.now();
    let [steps, failed] = [0, 0];
    for (let seed = first; seed < first + seeds && !stopping.aborted; seed += 1) {
      const history = drawHistory(seed, inputs);
      const treatment = drawTreatment(seed);
      const runs = (part: readonly Input[], onLine?: (line: string) => void): Promise<Ran> =>
        simulate({ ...treatment, ...(onLine && { onLine }) }, part, evidence);
      const onLine = trace ? (line: string) => void process.stdout.write(line) : undefined;
      const ran = await runs(history, onLine);
      steps += ran.steps;
      for (const [name, count] of ran.counts) counts.set(name, (counts.get(name) ?? 0) + count);
      const found = ran.found.filter((each) => !isKnown(each, history));
      for (const each of ran.found) if (!found.includes(each)) console.log(`Known: ${each}`);
      if (found.length === 0) continue;
      failed += 1;
      const least = await shrink(history, async (part) =>
        (await runs(part)).found.some((each) => !isKnown(each, part)),
      );
      console.log([`Seed ${seed}`, ...found.map((each) => `✗ ${each}`), ...tell(least)].join('\n'));
    }
    printCounts(counts);
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `${steps} steps, ${Math.round(steps / seconds)} a second; ${failed} seeds of ${seeds} found something`,
    );
    if (failed > 0) process.exitCode = 1;
  },
});
