import { readEndToEndId } from '#/domain/brazil/end-to-end-id.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { transaction } from '#/domain/transaction/decider.ts';
import type { Ports, Reservation } from '#/domain/workflows/reaction.ts';
import { derivedId } from './derived-id.ts';
import type { CommandHandler } from './handle-command.ts';

/** What is reserved: a transaction, or a bank transfer that paid it. */
interface Reserved {
  readonly stream: string;
  /** The transfer as it was stated; absent for the transaction. */
  readonly endToEndId?: string;
}

/** The stream of a bank transfer is the same for all acquirers and platforms, because banks name each transfer once. */
const transfersOf = ({ endToEndIds }: Reservation): readonly Reserved[] =>
  [...new Set(endToEndIds)].flatMap((endToEndId) => {
    const transfer = readEndToEndId(endToEndId);
    if (transfer === undefined) return [];
    return [{ stream: streamOf('transaction', derivedId('transfer', transfer)), endToEndId }];
  });

/**
 * Reserves each transaction of an acquirer, and each bank transfer, for one payment, in a stream of its own, so that of two payments only
 * one gets it. The stream's name is a digest, because acquirers' ids may be 200 characters of any kind.
 */
export const createTransactions = (dependencies: {
  readonly handler: CommandHandler;
  readonly providers: PaymentProviders;
  readonly now: () => Timestamp;
}): Ports['transactions'] => {
  const { handler, providers, now } = dependencies;

  const listReserved = async (reservation: Reservation): Promise<readonly Reserved[]> => {
    const { provider, merchantAccount: known, platformId, transactionId } = reservation;
    const use = { for: 'LOOK_UP', merchantAccount: known } as const;
    const { merchantAccount = '' } = await providers(provider, platformId, use);
    const named = derivedId('transaction', provider, merchantAccount, transactionId);
    return [{ stream: streamOf('transaction', named) }, ...transfersOf(reservation)];
  };

  const reserveOne = async (
    { stream, ...transfer }: Reserved,
    { platformId: platform, provider, transactionId, paymentId }: Reservation,
  ): Promise<boolean> => {
    const named = { provider, transactionId, ...transfer };
    const { state } = await handler.handle(
      transaction,
      stream,
      { type: 'ReserveTransaction', ...named, paymentId, now: now() },
      {
        commandId: derivedId('reserve', stream, paymentId),
        platform,
        actor: 'system',
        correlation: paymentId,
      },
    );
    return state.paymentId === paymentId;
  };

  return {
    reserve: async (reservation) => {
      for (const each of await listReserved(reservation)) {
        if (!(await reserveOne(each, reservation))) return false;
      }
      return true;
    },
    isFreeFor: async (reservation) => {
      const { paymentId } = reservation;
      const reserved = await listReserved(reservation);
      const loaded = await Promise.all(
        reserved.map(({ stream }) => handler.load(transaction, stream)),
      );
      return loaded.every(({ state }) => (state.paymentId ?? paymentId) === paymentId);
    },
  };
};
