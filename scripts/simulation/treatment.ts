import { createDraws } from './draws.ts';
import type { Repetition } from './acquirer.ts';
import { KIND, type LogManners } from './log-manners.ts';
import type { Temper } from './network.ts';

/** How the world treats the product in one run. */
export interface Treatment {
  readonly seed: number;
  readonly temper: Temper;
  readonly manners: LogManners;
  /** Names of the acquirers that charge and pay out, in the order of their shares. */
  readonly acquirers: readonly string[];
  readonly repetition: Repetition;
  /** Gets each line of the trace. */
  readonly onLine?: (line: string) => void;
}

/** Acquirers that charge by PIX, refund and pay out: with a look-up by our reference and without. */
const ACQUIRERS = [
  ['zendry', 'cashtime'],
  ['cashtime', 'zendry'],
  ['rapdyn', 'zendry'],
] as const;

/** Draws how the world treats the product; the same seed draws the same treatment. */
export const drawTreatment = (seed: number): Treatment => {
  const { pick } = createDraws(seed);
  return {
    seed,
    acquirers: pick(ACQUIRERS, 'acquirers'),
    repetition: pick(['once', 'again', 400, 409, 422] as const, 'repetition'),
    temper: {
      unreachable: 0.03,
      'request lost': 0.03,
      'answer lost': 0.05,
      'broken before': 0.02,
      'broken after': 0.03,
      'refused after': 0.03,
      'garbage after': 0.02,
      late: 0.03,
    },
    manners: { ambiguous: 0.01, away: 0.01, databaseAway: 0.002, isSparse: true },
  };
};

/** A log and acquirers that do what they are asked. */
export const kindly = (seed: number, acquirers: readonly string[]): Treatment => ({
  seed,
  temper: {},
  manners: KIND,
  acquirers,
  repetition: 'once',
});
