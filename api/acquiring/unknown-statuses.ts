import type { RandomSource } from '#/domain/ports/machine.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import type { UnknownStatus } from '#/domain/acquiring/events.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { AcquirerStates } from './circumstances.ts';

type AcquirerStatus = { readonly status: string; readonly unknownStatus?: string } | undefined;
type UnknownAnswer = Omit<UnknownStatus, 'at'>;

/** Returns a provider that reports each undocumented status word in an answer. */
const reportUnknown = (
  provider: PaymentProvider,
  record: (word: UnknownAnswer) => void,
): PaymentProvider => {
  const to =
    <Input, Output extends AcquirerStatus>(
      about: UnknownAnswer['about'],
      ask: (input: Input) => Promise<Output>,
    ) =>
    async (input: Input): Promise<Output> => {
      const answer = await ask(input);
      const word = answer?.unknownStatus;
      if (answer && word !== undefined) record({ about, word, takenFor: answer.status });
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

/** Records undocumented status words for staff to see (acquirers.24): our fixed rule for them (acquirers.23) may be wrong. */
export const recordUnknownStatuses = (dependencies: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly states: AcquirerStates;
  readonly machine: Pick<RandomSource, 'uuid'>;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): PaymentProviders => {
  const { providers, handler, states, machine, now, onFailure } = dependencies;
  const recording = new WeakMap<PaymentProvider, PaymentProvider>();

  const record = async (
    platformId: string,
    provider: string,
    word: UnknownAnswer,
  ): Promise<void> => {
    const stream = acquirerStream(platformId, provider);
    const command = {
      type: 'RecordUnknownStatus',
      platformId,
      provider,
      ...word,
      now: now(),
    } as const;
    await handler.handle(acquirer, stream, command, {
      commandId: machine.uuid(),
      platform: platformId,
      actor: `provider:${provider}`,
      correlation: platformId,
    });
    states.forget(stream);
  };

  return async (providerId, platformId, use) => {
    const provider = await providers(providerId, platformId, use);
    // All platforms share our simulator, which has only known status words.
    if (providerId === 'sandbox') return provider;
    const reporting =
      recording.get(provider) ??
      reportUnknown(provider, (word) => void record(platformId, providerId, word).catch(onFailure));
    recording.set(provider, reporting);
    return reporting;
  };
};
