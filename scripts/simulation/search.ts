import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { shrink, describeHistory, type Input } from '#/scripts/simulation/history/history.ts';
import { isKnown } from './known.ts';
import { simulate } from './simulation.ts';
import { drawConditions } from './conditions.ts';

/** Inputs of a history, of any kind; a few more are added for a purpose. */
export const HISTORY_LENGTH = 20;

export interface Finding {
  /** Undefined = nothing was found. */
  readonly seed: number | undefined;
  readonly found: readonly string[];
  /** The shrunk history. */
  readonly story: readonly string[];
  /** Numbers of its inputs. */
  readonly inputs: readonly number[];
}

const NOTHING: Finding = { seed: undefined, found: [], story: [], inputs: [] };

const providerCases = await loadProviderCases();

const findUnknown = async (seed: number, history: readonly Input[]): Promise<readonly string[]> => {
  const { found } = await simulate(drawConditions(seed), history, providerCases);
  return found.filter((each) => !isKnown(each, history));
};

const findingOf = (seed: number, found: readonly string[], history: readonly Input[]): Finding => ({
  seed,
  found,
  story: describeHistory(history),
  inputs: history.map(({ nth }) => nth),
});

export const tryInputs = async (seed: number, inputs: readonly number[]): Promise<Finding> => {
  const part = drawHistory(seed, HISTORY_LENGTH).filter(({ nth }) => inputs.includes(nth));
  const found = await findUnknown(seed, part);
  return found.length === 0 ? NOTHING : findingOf(seed, found, part);
};

/** Shrinks the history of the first seed with an unknown finding. */
export const search = async (from: number, to: number): Promise<Finding> => {
  for (let seed = from; seed <= to; seed += 1) {
    const history = drawHistory(seed, HISTORY_LENGTH);
    const found = await findUnknown(seed, history);
    if (found.length === 0) continue;
    const least = await shrink(history, async (part) => (await findUnknown(seed, part)).length > 0);
    return findingOf(seed, found, least);
  }
  return NOTHING;
};
