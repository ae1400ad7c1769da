import { refuse } from './failure.ts';

/** A provider's word for a payout that it was asked for (spec 2 §4). @throws ProviderFailure `refused` */
export const takenIn = (word: string): string =>
  /^(?:error|refused)$/i.test(word) ? refuse('Error on withdraw', 'refused') : word;

/** What a person is told of a payout that the provider would not make: its own answer (spec 2 §8). */
export const explainNoPayout = (body: unknown): string => {
  const told = 'Houve um erro ao tentar realizar o saque';
  return body === undefined ? told : `${told}: ${JSON.stringify(body)}`;
};
