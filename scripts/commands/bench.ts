import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { benchAppend } from '#/scripts/bench/log/append.ts';
import { benchAppendProcesses } from '#/scripts/bench/log/append-processes.ts';
import { benchBeside, checkOut } from '#/scripts/bench/beside.ts';
import { benchCheckoutLcp } from '#/scripts/bench/pages/checkout-lcp.ts';
import { benchEventStoreDb } from '#/scripts/bench/log/eventstoredb.ts';
import { benchExport } from '#/scripts/bench/export.ts';
import { benchFanOut } from '#/scripts/bench/fan-out.ts';
import { benchFlood } from '#/scripts/bench/under-load/flood.ts';
import { benchHeldReadModel } from '#/scripts/bench/held-read-model.ts';
import { benchLighthouse } from '#/scripts/bench/pages/lighthouse.ts';
import { benchLive } from '#/scripts/bench/live.ts';
import { withProduct } from '#/scripts/bench/market.ts';
import { benchLostRights } from '#/scripts/bench/lost-rights.ts';
import { roundTo, type Measure } from '#/scripts/bench/measure.ts';
import { benchProjections } from '#/scripts/bench/projections.ts';
import { benchProviderKit } from '#/scripts/bench/provider-kit.ts';
import { benchPurchases } from '#/scripts/bench/purchases.ts';
import { benchRebuildLive } from '#/scripts/bench/rebuild-live.ts';
import { benchRebuild } from '#/scripts/bench/rebuild.ts';
import { benchSearch } from '#/scripts/bench/search.ts';
import { benchSellers } from '#/scripts/bench/sellers.ts';
import { benchSealing } from '#/scripts/bench/log/sealing.ts';
import { benchSignIns } from '#/scripts/bench/under-load/sign-ins.ts';
import { benchSigning } from '#/scripts/bench/signing.ts';
import { benchStatements } from '#/scripts/bench/statements.ts';
import { benchVerify } from '#/scripts/bench/log/verify.ts';
import { measureWebSizes } from '#/scripts/bench/pages/web-size.ts';
import { buildWebWhenChanged } from '#/scripts/launch/built-web.ts';
import { readOptions, runCommand, UsageError, type Lifetime } from '#/scripts/launch/command.ts';
import { endChildren } from '#/scripts/load/process-tree.ts';
import { startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { unlessStopped } from '#/scripts/launch/stop-signals.ts';

type Bench = () => Promise<readonly Measure[]>;

/** Runs on its own Postgres, with the product's durability settings. */
const onPostgres =
  (bench: (databaseUrl: string) => Promise<readonly Measure[]>): Bench =>
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-bench-'));
    const postgres = await startPostgres({ dataDir });
    try {
      return await bench(postgres.url);
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  };

const benches: Readonly<Record<string, Bench>> = {
  append: onPostgres(benchAppend),
  sealing: onPostgres(benchSealing),
  processes: onPostgres(benchAppendProcesses),
  eventstoredb: benchEventStoreDb,
  projections: onPostgres(benchProjections),
  rebuild: onPostgres(benchRebuild),
  'rebuild-live': benchRebuildLive,
  'held-read-model': benchHeldReadModel,
  verify: onPostgres(benchVerify),
  statements: benchStatements,
  purchases: benchPurchases,
  live: benchLive,
  'fan-out': benchFanOut,
  flood: benchFlood,
  'sign-ins': benchSignIns,
  'lost-rights': benchLostRights,
  signing: benchSigning,
  'provider-kit': benchProviderKit,
  export: onPostgres(benchExport),
  search: onPostgres(benchSearch),
  sellers: onPostgres(benchSellers),
  'web-size': async () => {
    await buildWebWhenChanged({ onProgress: () => undefined });
    return measureWebSizes();
  },
  lighthouse: () => withProduct(({ url }) => benchLighthouse(url), { demoWeeks: 5 }),
  lcp: () => withProduct(({ url }) => benchCheckoutLcp(`${url}/checkout/demo-ebook`)),
};

const help = `
npm run bench — measures the figures that README.md promises on this machine, and says whether they are reached.

Usage: npm run bench [-- [--only <name>[,<name>]] [--beside <revision> [--rounds <n>]]]

Options
  --only    only these: ${Object.keys(benches).join(', ')}
  --beside  compares this tree with a revision (git), which is checked out and installed in a temporary folder: each bench runs
            here, there, there, here, by the benches of each tree, and the ratios of the medians are printed
  --rounds  how often these four turns are taken (default 1)

Prints a table, and writes it with all measurements to .artefacts/bench.json. Ratios compare two measurements of the same run.
Do not use the machine for anything else meanwhile. Exits with 1 if a figure is not reached.
`;

const root = join(import.meta.dirname, '..', '..');
const artefacts = join(root, '.artefacts');

const chooseBenches = (only: string | undefined): readonly (readonly [string, Bench])[] => {
  const names = only?.split(',') ?? Object.keys(benches);
  return names.map((name) => {
    const bench = benches[name];
    if (bench === undefined) throw new UsageError(`There is no bench ${name}. See --help.`);
    return [name, bench];
  });
};

const row = ({ name, value, unit, threshold, ok }: Measure): string =>
  `| ${name} | ${threshold} ${unit} | ${value} ${unit} | ${ok ? '✓' : '✗'} |`;

const printBeside = async (
  names: readonly string[],
  { revision, rounds }: { readonly revision: string; readonly rounds: number },
  { stopping, resources }: Lifetime,
): Promise<void> => {
  const there = await checkOut(root, revision, resources);
  console.log(`| what | here | ${revision} | here ÷ ${revision} |\n|---|---|---|---|`);
  for (const name of names) {
    const onTurn = (which: string) => console.error(`• ${name}, ${which}`);
    const comparisons = await benchBeside({ here: root, there }, name, {
      rounds,
      stopping,
      onTurn,
    });
    for (const { what, here, there: earlier } of comparisons) {
      const ratio = earlier === 0 ? '' : `${roundTo(here / earlier)} ×`;
      console.log(`| ${what} | ${here} | ${earlier} | ${ratio} |`);
    }
  }
};

const comparison = z.object({
  beside: z.string().optional(),
  rounds: z.coerce.number().int().min(1).max(100).default(1),
});

await runCommand({
  help,
  options: { only: { type: 'string' }, beside: { type: 'string' }, rounds: { type: 'string' } },
  run: async ({ values }, lifetime) => {
    const { stopping, resources } = lifetime;
    resources.defer(endChildren);
    const chosenBenches = chooseBenches(typeof values.only === 'string' ? values.only : undefined);
    const { beside: revision, rounds } = readOptions(comparison, values);
    if (revision !== undefined) {
      const names = chosenBenches.map(([name]) => name);
      return printBeside(names, { revision, rounds }, lifetime);
    }
    const machine = { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
    const measures: Measure[] = [];
    await mkdir(artefacts, { recursive: true });
    console.log('| what | threshold | measured | |\n|---|---|---|---|');
    for (const [name, bench] of chosenBenches) {
      console.error(`• ${name}`);
      const measured = await unlessStopped(bench(), stopping);
      for (const measure of measured) console.log(row(measure));
      measures.push(...measured);
      const report = { at: new Date().toISOString(), machine, measures };
      await writeFile(join(artefacts, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`);
    }
    if (measures.some(({ ok }) => !ok)) process.exitCode = 1;
  },
});
