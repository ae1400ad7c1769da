import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { quoteReply } from './quoted.ts';
import type { StatusMap } from './status.ts';

/** Such a word proves a failure only if the provider's map lists it. */
const SOUNDS_REFUSED = /^(?:error|refused)$/i;

/** A wrong word must not end a payout that was made: the seller would get it twice (acquirers.34). */
export const payoutStatusOf = (
  map: StatusMap<WithdrawStatus> | undefined,
  word: string,
): WithdrawStatus => {
  if (map === undefined) return 'PENDING';
  const isListed = Object.hasOwn(map.words, word);
  return !isListed && SOUNDS_REFUSED.test(word) ? 'PENDING' : map(word);
};

/** Quotes the provider's reply (acquirers.122). */
export const explainNoPayout = (body: unknown): string => {
  const refusal = 'Houve um erro ao tentar realizar o saque';
  const reply = quoteReply(body);
  return reply === '' ? refusal : `${refusal}: ${reply}`;
};

/** Quotes the error as JSON text (acquirers.122). */
export const quotedReply = (body: unknown): string => quoteReply(body) || 'Error on withdraw';
