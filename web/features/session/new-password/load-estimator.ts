import { ESTIMATOR_BOUNDS, type ScoreOf } from '#/domain/staff/password-strength.ts';

let loading: Promise<ScoreOf> | undefined;

const load = async (): Promise<ScoreOf> => {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const dictionary = { ...common.dictionary, ...portuguese.dictionary };
  const graphs = common.adjacencyGraphs;
  const estimator = new ZxcvbnFactory({ ...ESTIMATOR_BOUNDS, dictionary, graphs });
  return (password, words) => estimator.check(password, [...words]).score;
};

/** Loads the library that estimates the strength of passwords, and its dictionaries: half a megabyte. The server judges by them too. */
export const loadEstimator = async (): Promise<ScoreOf> => {
  loading ??= load();
  try {
    return await loading;
  } catch (failure) {
    loading = undefined;
    throw failure;
  }
};
