import { streamOf } from '#/domain/ids.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/time.ts';
import { transaction } from '#/domain/transaction/decider.ts';
import type { Ports, Reservation } from '#/domain/workflows/reaction.ts';
import { derivedId } from './derived-id.ts';
import type { CommandHandler } from './handle-command.ts';

/**
 * Reserves each transaction of an acquirer for one payment, in a stream of the transaction, so that of two payments only one gets
 * it. The stream's name is a digest, because acquirers' ids may be 200 characters of any kind.
 */
export const createTransactions = (dependencies: {
  readonly handler: CommandHandler;
  readonly providers: PaymentProviders;
  readonly now: () => Timestamp;
}): Ports['transactions'] => {
  const { handler, providers, now } = dependencies;

  const streamFor = async ({ provider, platformId, transactionId }: Reservation) => {
    const { merchantAccount = '' } = await providers(provider, platformId);
    const named = derivedId('transaction', provider, merchantAccount, transactionId);
    return streamOf('transaction', named);
  };

  return {
    reserve: async (reservation) => {
      const { platformId: platform, provider, transactionId, paymentId } = reservation;
      const stream = await streamFor(reservation);
      const { state } = await handler.handle(
        transaction,
        stream,
        { type: 'ReserveTransaction', provider, transactionId, paymentId, now: now() },
        {
          commandId: derivedId('reserve', stream, paymentId),
          platform,
          actor: 'system',
          correlation: paymentId,
        },
      );
      return state.paymentId === paymentId;
    },
    isFreeFor: async (reservation) => {
      const { state } = await handler.load(transaction, await streamFor(reservation));
      return (state.paymentId ?? reservation.paymentId) === reservation.paymentId;
    },
  };
};
