import { refuse } from './failure.ts';
import { quoted } from './quoted.ts';

/** Words by which every provider says that a payout was not made (acquirers.34). */
export const isNoPayout = (word: string): boolean => /^(?:error|refused)$/i.test(word);

/** A provider's word for a payout that it was asked for (acquirers.34). @throws ProviderFailure `refused` */
export const takenIn = (word: string): string =>
  isNoPayout(word) ? refuse('Error on withdraw', 'refused') : word;

/** What a person is told of a payout that the provider would not make: its own answer (acquirers.122). */
export const explainNoPayout = (body: unknown): string => {
  const told = 'Houve um erro ao tentar realizar o saque';
  const reply = quoted(body);
  return reply === '' ? told : `${told}: ${reply}`;
};

/** What a person is told of a PIX payout that failed: the error as its JSON text (acquirers.122). */
export const quotedReply = (body: unknown): string => quoted(body) || 'Error on withdraw';
