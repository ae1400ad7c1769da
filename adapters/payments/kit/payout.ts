import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { quoteReply } from './quoted.ts';
import type { StatusMap } from './status.ts';

/**
 * Words that sound like a refusal. If the provider's map does not list such a word, the word proves neither that the provider paid nor that
 * it did not.
 */
const SOUNDS_REFUSED = /^(?:error|refused)$/i;

/**
 * Returns what a provider's status word for a payout means. Only a word that the provider's map lists proves that the payout was not made
 * (acquirers.34). If we took another word for a refusal although the provider had paid, the seller would get the money twice.
 */
export const payoutStatusOf = (
  map: StatusMap<WithdrawStatus> | undefined,
  word: string,
): WithdrawStatus => {
  if (map === undefined) return 'PENDING';
  const isListed = Object.hasOwn(map.words, word);
  return !isListed && SOUNDS_REFUSED.test(word) ? 'PENDING' : map(word);
};

/** The message for a payout that the provider would not make: the provider's own reply (acquirers.122). */
export const explainNoPayout = (body: unknown): string => {
  const refusal = 'Houve um erro ao tentar realizar o saque';
  const reply = quoteReply(body);
  return reply === '' ? refusal : `${refusal}: ${reply}`;
};

/** The message for a failed PIX payout: the error as its JSON text (acquirers.122). */
export const quotedReply = (body: unknown): string => quoteReply(body) || 'Error on withdraw';
