import { createHash } from 'node:crypto';
import { createRandom } from '#/scripts/seeds/random.ts';

/** `npm run test:all` sets this. */
export const isWhole = process.env['TEST_ALL'] === 'true';

/** Seed of sampled suites and properties. */
export const SEED = 21;

/** A few cases of a long suite, the same every time; all of them in `npm run test:all`. */
export const sample = <Case>(cases: readonly Case[], few: number): readonly Case[] => {
  if (isWhole || cases.length <= few) return cases;
  const chance = createRandom(SEED);
  const drawn = cases.map((_, index) => ({ index, lot: chance() }));
  const chosen = drawn.toSorted((one, other) => one.lot - other.lot).slice(0, few);
  const indices = new Set(chosen.map(({ index }) => index));
  return cases.filter((_, index) => indices.has(index));
};

/** True for about one of `oneIn` names, the same names every time; for all of them in `npm run test:all`. */
export const isDrawn = (name: string, oneIn: number): boolean =>
  isWhole || createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % oneIn === 0;

/** A quarter of a large number, such as the notices of a flood; all of it in `npm run test:all`. */
export const sampledSize = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 4));

/** A quarter of the runs of a long property; all of them in `npm run test:all`. */
export const sampledRuns = (whole: number): { readonly numRuns: number } => ({
  numRuns: sampledSize(whole),
});
