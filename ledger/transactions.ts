import { readEndToEndId } from '#/domain/brazil/end-to-end-id.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { transaction } from '#/domain/transaction/decider.ts';
import type { Ports, Reservation } from '#/domain/workflows/reaction.ts';
import { derivedId } from './derived-id.ts';
import type { CommandHandler } from './handle-command.ts';

/** A transaction, or a bank transfer that paid it. */
interface Reserved {
  readonly stream: string;
  /** The transfer's end-to-end id, normalised; absent for a transaction. */
  readonly transfer?: string;
  /** The end-to-end id as the acquirer stated it. */
  readonly endToEndId?: string;
}

/** Each transfer has one stream, at whatever acquirers and platforms it is named, because all banks know it by the same id. */
const transfersOf = ({ endToEndIds }: Reservation): readonly Reserved[] =>
  [...new Set(endToEndIds)].flatMap((endToEndId) => {
    const transfer = readEndToEndId(endToEndId);
    if (transfer === undefined) return [];
    const stream = streamOf('transaction', derivedId('transfer', transfer));
    return [{ stream, transfer, endToEndId }];
  });

/** Returns the sale that a bank transfer paid under an earlier release, which reserved no transfers. */
export type FindPaidByTransfer = (transfer: string) => Promise<string | undefined>;

/** Reserves each transaction for one payment. Stream names are digests, because an acquirer's id may be too long for a name. */
export const createTransactions = (dependencies: {
  readonly handler: CommandHandler;
  readonly providers: PaymentProviders;
  readonly now: () => Timestamp;
  readonly findPaidByTransfer: FindPaidByTransfer;
}): Ports['transactions'] => {
  const { handler, providers, now, findPaidByTransfer } = dependencies;

  /** Returns the stated merchant account or, if none is stated, the one that look-ups use now. */
  const accountOf = async ({ provider, platformId, merchantAccount: stated }: Reservation) => {
    if (stated !== undefined) return stated;
    const use = { for: 'LOOK_UP', merchantAccount: stated } as const;
    const { merchantAccount = '' } = await providers(provider, platformId, use);
    return merchantAccount;
  };

  const listReserved = async (reservation: Reservation): Promise<readonly Reserved[]> => {
    const { provider, transactionId } = reservation;
    const merchantAccount = await accountOf(reservation);
    const id = derivedId('transaction', provider, merchantAccount, transactionId);
    return [{ stream: streamOf('transaction', id) }, ...transfersOf(reservation)];
  };

  /** Whether the transfer paid no other sale under an earlier release. */
  const paidNoOther = async ({ transfer }: Reserved, paymentId: string): Promise<boolean> =>
    ((transfer && (await findPaidByTransfer(transfer))) ?? paymentId) === paymentId;

  const isFree = async (reserved: Reserved, paymentId: string): Promise<boolean> => {
    const { state } = await handler.load(transaction, reserved.stream);
    if (state.paymentId !== null) return state.paymentId === paymentId;
    return paidNoOther(reserved, paymentId);
  };

  const reserveOne = async (
    reserved: Reserved,
    { platformId: platform, provider, transactionId, paymentId }: Reservation,
  ): Promise<boolean> => {
    if (!(await paidNoOther(reserved, paymentId))) return false;
    const { stream, transfer: _, ...stated } = reserved;
    const details = { provider, transactionId, ...stated };
    const { state } = await handler.handle(
      transaction,
      stream,
      { type: 'ReserveTransaction', ...details, paymentId, now: now() },
      {
        commandId: derivedId('reserve', stream, paymentId),
        platform,
        actor: 'system',
        correlation: paymentId,
      },
      'assumed absent',
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
      const answers = await Promise.all(reserved.map((each) => isFree(each, paymentId)));
      return !answers.includes(false);
    },
  };
};
