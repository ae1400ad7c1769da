import { decline } from './failure.ts';
import { quoteReply } from './quoted.ts';

/** Status words that mean, at every provider, that a payout was not made (acquirers.34). */
export const isNoPayout = (word: string): boolean => /^(?:error|refused)$/i.test(word);

/**
 * Returns the status word of a requested payout. @throws Declined when the word means that the provider did not make the payout
 * (acquirers.34)
 */
export const requireAccepted = (word: string): string =>
  isNoPayout(word) ? decline('Error on withdraw') : word;

/** The message for a payout that the provider would not make: the provider's own reply (acquirers.122). */
export const explainNoPayout = (body: unknown): string => {
  const refusal = 'Houve um erro ao tentar realizar o saque';
  const reply = quoteReply(body);
  return reply === '' ? refusal : `${refusal}: ${reply}`;
};

/** The message for a failed PIX payout: the error as its JSON text (acquirers.122). */
export const quotedReply = (body: unknown): string => quoteReply(body) || 'Error on withdraw';
