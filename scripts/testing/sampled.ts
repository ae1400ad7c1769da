import { createHash } from 'node:crypto';
import { chanceOf } from './chance.ts';

/** Set by `npm run test:all`. */
export const isWhole = process.env['TEST_ALL'] === 'true';

/** Seed of every sampled suite and property. */
export const SEED = 21;

/**
 * Picks the cases to run of a suite that is too long to run whole each time. In `npm run test:all` these are all of them. Otherwise they
 * are a few, in their order: a fixed seed draws them, so they are the same every time.
 */
export const sample = <Case>(cases: readonly Case[], few: number): readonly Case[] => {
  if (isWhole || cases.length <= few) return cases;
  const chance = chanceOf(SEED);
  const drawn = cases.map((_, index) => ({ index, lot: chance() }));
  const kept = drawn.toSorted((one, other) => one.lot - other.lot).slice(0, few);
  const indices = new Set(kept.map(({ index }) => index));
  return cases.filter((_, index) => indices.has(index));
};

/**
 * Whether a name is drawn: one of `oneIn` names is, the same ones every time. In `npm run test:all` all are. For work that takes too long
 * to do each time.
 */
export const isDrawn = (name: string, oneIn: number): boolean =>
  isWhole || createHash('sha256').update(`${SEED} ${name}`).digest().readUInt32BE() % oneIn === 0;
