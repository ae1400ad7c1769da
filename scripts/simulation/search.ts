import { loadEvidence } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory, shrink, tell, type Input } from './history.ts';
import { isKnown } from './known.ts';
import { simulate } from './simulation.ts';
import { drawTreatment } from './treatment.ts';

/** How many inputs a history has, beside a failover and a cut. */
export const INPUTS = 20;

/** What seeds find. */
export interface Finding {
  /** Undefined = none of them found anything. */
  readonly seed: number | undefined;
  readonly found: readonly string[];
  /** The shortest history that finds it, as a story. */
  readonly story: readonly string[];
  readonly inputs: number;
}

/** Runs seeds until one finds what is not known, and shrinks its history. */
export const search = async (from: number, to: number): Promise<Finding> => {
  const evidence = await loadEvidence();
  const finds = async (seed: number, history: readonly Input[]): Promise<readonly string[]> => {
    const { found } = await simulate(drawTreatment(seed), history, evidence);
    return found.filter((each) => !isKnown(each, history));
  };
  for (let seed = from; seed <= to; seed += 1) {
    const history = drawHistory(seed, INPUTS);
    const found = await finds(seed, history);
    if (found.length === 0) continue;
    const least = await shrink(history, async (part) => (await finds(seed, part)).length > 0);
    return { seed, found, story: tell(least), inputs: least.length };
  }
  return { seed: undefined, found: [], story: [], inputs: 0 };
};
