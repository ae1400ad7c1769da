import { ProviderFailure } from '#/domain/ports/payment-provider.ts';

/** An answer that says the payout failed is a refusal of it (spec 2 §4). @throws ProviderFailure `refused` */
export const requireAccepted = (word: string): void => {
  if (!/^(?:error|refused)$/i.test(word)) return;
  throw new ProviderFailure('refused', `payout ${word}`, {
    mayHaveHappened: false,
    text: 'Error on withdraw',
  });
};

/** What a person is told of a payout that the provider would not make: its own answer (spec 2 §8). */
export const explainNoPayout = (body: unknown): string => {
  const told = 'Houve um erro ao tentar realizar o saque';
  return body === undefined ? told : `${told}: ${JSON.stringify(body)}`;
};
