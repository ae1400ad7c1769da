import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#/api/http/problem.ts';

/** Names of ours, and the published password of the demo. */
const OUR_WORDS = ['razão', 'razao', 'demo'];

/** Of characters that are left when everything known of a person is taken away. */
const FEWEST_OWN = 6;

/** "Safely unguessable" of the estimator's five grades: above 10^8 guesses. */
const LEAST_SCORE = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Its dictionary takes 32 MB, so that it is loaded by the first who chooses a password. */
const loadEstimator = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs });
};

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);

/**
 * Refuses a password that guessers try first: a common one (49,000 of them, also with digits at their ends), a sequence, a
 * repetition, or one that is made of what is known of its owner. Its length is the contract's business.
 * @param known the person's e-mail and name, and the platform's
 * @throws Rejected `password/easily-guessed`
 */
export const requireOwnPassword = async (
  password: string,
  known: readonly string[],
): Promise<void> => {
  const words = wordsOf([...known, ...OUR_WORDS]);
  const own = words
    .reduce((text, word) => text.replaceAll(word, ' '), password.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const { score } = (await (estimator ??= loadEstimator())).check(password, [...words]);
  if (own.length < FEWEST_OWN || score < LEAST_SCORE) throw new Rejected('password/easily-guessed');
};
