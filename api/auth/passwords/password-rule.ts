import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#/api/http/problem.ts';

/** The product's names, and the published password of the demo. */
const OUR_WORDS = ['razão', 'razao', 'demo'];

/** Fewest characters that must remain once everything known of the person is removed. */
const FEWEST_OWN = 6;

/** "Safely unguessable", of the estimator's five grades: above 10^8 guesses. */
const LEAST_SCORE = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Bounds of the estimate: how many characters of a password are judged, and how many readings of its digits and signs as letters are tried
 * (`4` as `a`). With the library's own bounds, judging a long password takes much longer.
 */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 };

/** Loads the estimator on first use: its dictionaries take 40 MB. */
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

/**
 * Refuses a password that attackers would guess soon. The estimator gives low grades to common passwords, to a few Portuguese words or
 * names, to sequences and to repetitions. A password is also refused if too few characters remain without what is known of its owner. The
 * contract checks the length.
 * @param known the person's e-mail and name, and the platform's name if it is known
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
