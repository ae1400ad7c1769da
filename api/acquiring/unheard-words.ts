import { randomUUID } from 'node:crypto';
import { acquirer } from '#/domain/acquiring/decider.ts';
import type { UnheardWord } from '#/domain/acquiring/events.ts';
import { acquirerStream } from '#/domain/ids.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Standings } from './circumstances.ts';

type Answer = { readonly status: string; readonly unheardWord?: string } | undefined;
type Heard = Omit<UnheardWord, 'at'>;

/** Wraps a provider: reports undocumented status words about charges and payouts. */
const listening = (provider: PaymentProvider, heard: (word: Heard) => void): PaymentProvider => {
  const to =
    <Input, Output extends Answer>(about: Heard['about'], ask: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      const answer = await ask(input);
      const word = answer?.unheardWord;
      if (answer && word !== undefined) heard({ about, word, takenFor: answer.status });
      return answer;
    };
  const { createTransaction, getTransaction, findTransaction } = provider;
  const { withdraw, getWithdraw, findWithdraw } = provider;
  return {
    ...provider,
    ...(createTransaction && { createTransaction: to('CHARGE', createTransaction) }),
    ...(getTransaction && { getTransaction: to('CHARGE', getTransaction) }),
    ...(findTransaction && { findTransaction: to('CHARGE', findTransaction) }),
    ...(withdraw && { withdraw: to('WITHDRAW', withdraw) }),
    ...(getWithdraw && { getWithdraw: to('WITHDRAW', getWithdraw) }),
    ...(findWithdraw && { findWithdraw: to('WITHDRAW', findWithdraw) }),
  };
};

/**
 * Records each undocumented status word of an acquirer once. It was interpreted by a rule (acquirers.24, acquirers.23), and
 * the platform's staff see it, because the interpretation may be wrong.
 */
export const hearUnheardWords = (parts: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly standings: Standings;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): PaymentProviders => {
  const { providers, handler, standings, now, onFailure } = parts;
  const heard = new WeakMap<PaymentProvider, PaymentProvider>();

  const record = async (platformId: string, provider: string, word: Heard): Promise<void> => {
    const stream = acquirerStream(platformId, provider);
    const command = { type: 'HearWord', platformId, provider, ...word, now: now() } as const;
    await handler.handle(acquirer, stream, command, {
      commandId: randomUUID(),
      platform: platformId,
      actor: `provider:${provider}`,
      correlation: platformId,
    });
    standings.forget(stream);
  };

  return async (providerId, platformId) => {
    const provider = await providers(providerId, platformId);
    // All platforms share our simulator, which has only known status words.
    if (providerId === 'sandbox') return provider;
    const known =
      heard.get(provider) ??
      listening(provider, (word) => void record(platformId, providerId, word).catch(onFailure));
    heard.set(provider, known);
    return known;
  };
};
