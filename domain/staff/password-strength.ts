/** The product's names, and the published password of the demo. */
const OUR_WORDS = ['razão', 'razao', 'demo'];

/** Letters and digits that must remain after the words of the person, the platform and the product are removed from the password. */
const FEWEST_REMAINING = 6;

/** Of zxcvbn's scores 0 to 4: above 10^8 guesses, and above 10^10. */
const LEAST_SCORE = 3;
const BEST_SCORE = 4;

/** For zxcvbn. With zxcvbn's own bounds, a long password would take much longer. */
export const ESTIMATOR_BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 10 };

/** Asks zxcvbn, whose dictionaries are too large for this folder. @returns its score, 0 to 4 */
export type ScoreOf = (password: string, words: readonly string[]) => number;

/** A `WEAK` password is refused. */
export type PasswordStrength = 'WEAK' | 'FAIR' | 'STRONG';

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);

/** @param personal e-mail and name of the person, name of the platform */
export const strengthOf = (
  password: string,
  personal: readonly string[],
  scoreOf: ScoreOf,
): PasswordStrength => {
  const words = wordsOf([...personal, ...OUR_WORDS]);
  const remaining = words
    .reduce((text, word) => text.replaceAll(word, ' '), password.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const score = scoreOf(password, words);
  if (remaining.length < FEWEST_REMAINING || score < LEAST_SCORE) return 'WEAK';
  return score < BEST_SCORE ? 'FAIR' : 'STRONG';
};
