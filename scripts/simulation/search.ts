import { loadEvidence } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { shrink, tell, type Input } from '#/scripts/simulation/history/history.ts';
import { isKnown } from './known.ts';
import { simulate } from './simulation.ts';
import { drawTreatment } from './treatment.ts';

/** Number of inputs of a history, apart from a few that are drawn once. */
export const INPUTS = 20;

/** The result of a search through seeds. */
export interface Finding {
  /** Undefined = no seed found anything. */
  readonly seed: number | undefined;
  readonly found: readonly string[];
  /** The shrunk history with the finding, as a story. */
  readonly story: readonly string[];
  /** The numbers of its inputs. */
  readonly inputs: readonly number[];
}

const NOTHING: Finding = { seed: undefined, found: [], story: [], inputs: [] };

const evidence = await loadEvidence();

/** Returns the unknown findings of a history. */
const findUnknown = async (seed: number, history: readonly Input[]): Promise<readonly string[]> => {
  const { found } = await simulate(drawTreatment(seed), history, evidence);
  return found.filter((each) => !isKnown(each, history));
};

const findingOf = (seed: number, found: readonly string[], history: readonly Input[]): Finding => ({
  seed,
  found,
  story: tell(history),
  inputs: history.map(({ nth }) => nth),
});

/** Runs some inputs of a seed's history. */
export const tryInputs = async (seed: number, inputs: readonly number[]): Promise<Finding> => {
  const part = drawHistory(seed, INPUTS).filter(({ nth }) => inputs.includes(nth));
  const found = await findUnknown(seed, part);
  return found.length === 0 ? NOTHING : findingOf(seed, found, part);
};

/** Runs seeds until one has an unknown finding, and shrinks its history. */
export const search = async (from: number, to: number): Promise<Finding> => {
  for (let seed = from; seed <= to; seed += 1) {
    const history = drawHistory(seed, INPUTS);
    const found = await findUnknown(seed, history);
    if (found.length === 0) continue;
    const least = await shrink(history, async (part) => (await findUnknown(seed, part)).length > 0);
    return findingOf(seed, found, least);
  }
  return NOTHING;
};
