import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#/api/http/problem.ts';

/** The product's names, and the published password of the demo. */
const OUR_WORDS = ['razão', 'razao', 'demo'];

/** Characters that must remain after the known words are removed from the password. */
const FEWEST_OWN = 6;

/** Of zxcvbn's scores 0 to 4: above 10^8 guesses. */
const LEAST_SCORE = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Judging a long password would take much longer with the library's own bounds. */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 };

/** Loaded on first use: the dictionaries take 40 MB. */
const loadEstimator = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const dictionary = { ...common.dictionary, ...portuguese.dictionary };
  return new ZxcvbnFactory({ ...BOUNDS, dictionary, graphs: common.adjacencyGraphs });
};

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);

/** @param known e-mail and name of the person, name of the platform @throws Rejected `password/easily-guessed` */
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
