import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#/domain/values/parse-json.ts';
import { BadEnvironment, UsageError } from '#/scripts/launch/command.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { median, roundTo } from './measure.ts';

const run = promisify(execFile);

const report = z.object({
  measures: z.array(
    z.object({
      name: z.string(),
      value: z.number().nullable(),
      unit: z.string(),
      details: z.record(z.string(), z.number().nullable()),
    }),
  ),
});

/** What one run of a bench measured, by name. */
type Figures = ReadonlyMap<string, number>;

/** A figure of this tree (`here`) and of the revision (`there`), each the median of its turns. */
export interface Comparison {
  readonly what: string;
  readonly here: number;
  readonly there: number;
}

/**
 * Checks the revision out into a temporary folder, until `resources` are closed.
 * @throws UsageError when there is no such revision
 */
export const checkOut = async (
  root: string,
  revision: string,
  resources: AsyncDisposableStack,
): Promise<string> => {
  const git = (...parameters: readonly string[]) => run('git', ['-C', root, ...parameters]);
  const parseRevision = [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ];
  const commit = await git(...parseRevision).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') throw new BadEnvironment('--beside needs git.');
    throw new UsageError(`There is no revision ${revision}.`);
  });
  const parent = await mkdtemp(join(tmpdir(), 'razao-beside-'));
  const folder = join(parent, 'tree');
  resources.defer(async () => {
    await rm(parent, { recursive: true, force: true });
    await git('worktree', 'prune');
  });
  await git('worktree', 'add', '--detach', folder, commit.stdout.trim());
  return folder;
};

/** Returns all figures by name; details come after the value that they explain. */
const figuresOf = ({ measures }: z.output<typeof report>): Figures =>
  new Map(
    measures.flatMap(({ name, unit, value, details }) => {
      const all = { [`${name} (${unit})`]: value };
      for (const [detail, figure] of Object.entries(details)) all[`${name}: ${detail}`] = figure;
      return Object.entries(all).flatMap(([what, figure]) =>
        figure === null ? [] : [[what, figure] as const],
      );
    }),
  );

/**
 * Runs a bench as `npm run bench` of that tree does, which installs its packages first.
 * @throws BadEnvironment when it measures nothing
 */
const benchAt = async (folder: string, name: string, stopping: AbortSignal): Promise<Figures> => {
  const file = join(folder, '.artefacts', 'bench.json');
  await rm(file, { force: true });
  // The other tree's compiled code is not ours.
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const env = { ...environment, npm_config_prefer_offline: 'true' };
  const launcher = [join(folder, 'scripts', 'bootstrap.mjs'), 'bench', '--only', name];
  // A bench that does not reach its threshold ends with 1, too.
  const failure = await run(process.execPath, launcher, {
    cwd: folder,
    env,
    signal: stopping,
    maxBuffer: 1 << 24,
  }).then(() => undefined, String);
  stopping.throwIfAborted();
  const written = await readFile(file, 'utf8').catch(() => '');
  const parsed = report.safeParse(parseJson(written));
  if (parsed.success) return figuresOf(parsed.data);
  throw new BadEnvironment(`The bench ${name} measured nothing in ${folder}: ${failure}`);
};

/** The median; of an even number of values, the mean of the two in the middle. */
const middle = (values: readonly number[]): number =>
  (median(values) + -median(values.map((value) => -value))) / 2;

const compare = (here: readonly Figures[], there: readonly Figures[]): readonly Comparison[] =>
  [...new Set(here.flatMap((figures) => [...figures.keys()]))].flatMap((what) => {
    const [ours, theirs] = [here, there].map((turns) =>
      turns.flatMap((figures) => figures.get(what) ?? []),
    );
    if (!ours?.length || !theirs?.length) return [];
    return [{ what, here: roundTo(middle(ours), 3), there: roundTo(middle(theirs), 3) }];
  });

/**
 * Runs a bench in two trees by turns: here, there, there, here. So neither profits from a machine that gets slower or faster.
 * @param options.rounds how often these four turns are taken
 * @returns the figures that both trees have
 */
export const benchBeside = async (
  trees: { readonly here: string; readonly there: string },
  name: string,
  options: {
    readonly rounds: number;
    readonly stopping: AbortSignal;
    readonly onTurn: (which: 'here' | 'there') => void;
  },
): Promise<readonly Comparison[]> => {
  const measured = { here: new Array<Figures>(), there: new Array<Figures>() };
  for (let round = 0; round < options.rounds; round += 1) {
    for (const which of ['here', 'there', 'there', 'here'] as const) {
      options.onTurn(which);
      measured[which].push(await benchAt(trees[which], name, options.stopping));
    }
  }
  return compare(measured.here, measured.there);
};
