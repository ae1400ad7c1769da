import { ProviderFailure } from '#/domain/ports/payment-provider.ts';

/** An answer that says the payout failed is a refusal of it (spec 2 §4). @throws ProviderFailure `refused` */
export const requireAccepted = (word: string): void => {
  if (!/^(?:error|refused)$/i.test(word)) return;
  throw new ProviderFailure('refused', `payout ${word}`, {
    mayHaveHappened: false,
    text: 'Error on withdraw',
  });
};
