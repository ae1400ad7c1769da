import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { Rejected } from '#/api/http/problem.ts';
import { ESTIMATOR_BOUNDS, strengthOf } from '#/domain/staff/password-strength.ts';

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use: the dictionaries take 40 MB. */
const loadEstimator = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const dictionary = { ...common.dictionary, ...portuguese.dictionary };
  return new ZxcvbnFactory({ ...ESTIMATOR_BOUNDS, dictionary, graphs: common.adjacencyGraphs });
};

/** @param ownTexts e-mail and name of the person, name of the platform @throws Rejected `password/easily-guessed` for a weak password */
export const requireOwnPassword = async (
  password: string,
  ownTexts: readonly string[],
): Promise<void> => {
  const loaded = await (estimator ??= loadEstimator());
  const strength = strengthOf(
    password,
    ownTexts,
    (text, words) => loaded.check(text, [...words]).score,
  );
  if (strength === 'WEAK') throw new Rejected('password/easily-guessed');
};
