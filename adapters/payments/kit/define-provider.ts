import type { z } from 'zod';
import type {
  PaymentMethod,
  PaymentStatus,
  TransactionRequest,
  TransactionResult,
} from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type {
  OperationName,
  PaymentProvider,
  PortOperations,
} from '#/domain/ports/payment-provider.ts';
import type {
  WithdrawMethod,
  WithdrawRequest,
  WithdrawResult,
  WithdrawStatus,
} from '#/domain/ports/payout.ts';
import type { AmountUnit } from './amount.ts';
import type { Channel } from './channel.ts';
import type { Operation, Wire } from './endpoint.ts';
import type { StatusMap } from './status.ts';

/** Operations that are one function each. */
type Single = Exclude<OperationName, 'createTransaction' | 'withdraw'>;

type PortFunction<Name extends Single> = PortOperations[Name];

/** Present = offered. No provider file says what it cannot do. */
export type ProviderOperations<Account> = {
  readonly [Name in Single]?: Operation<
    Account,
    Parameters<PortFunction<Name>>[0],
    Awaited<ReturnType<PortFunction<Name>>>
  >;
} & {
  /** By method; what is not here is not taken. */
  readonly charge?: {
    readonly [Method in PaymentMethod]?: Operation<Account, TransactionRequest, TransactionResult>;
  };
  readonly withdraw?: {
    readonly [Method in WithdrawMethod]?: Operation<
      Account,
      Extract<WithdrawRequest, { readonly paymentMethod: Method }>,
      WithdrawResult
    >;
  };
};

/** How a notice shows that it is the provider's. Whatever it shows, it is a hint, and the provider is read back. */
export interface NoticeReading<Account> {
  /** As the capability matrix says it. */
  readonly authenticity: string;
  /** Whether that proves every word of it, our own reference too, with this account. Absent = it never does. */
  readonly proves?: (account: Account) => boolean;
  /** Nothing = authentic but not for us. @throws ProviderFailure `unauthorized`, `unreadable` */
  readonly read: (
    request: NoticeRequest,
    wire: Wire<Account>,
  ) => Promise<readonly ProviderNotice[]> | readonly ProviderNotice[];
}

export interface ProviderDefinition<Account> {
  /** Also the name of the file. */
  readonly id: string;
  readonly label: string;
  /** Where its shapes come from: its own documentation, the specification, or its family. */
  readonly evidence: 'documented' | 'spec' | 'inferred';
  /** What of a documented one no document and no client shows, by its column of `npm run providers`. */
  readonly undocumented?: readonly (
    | 'card'
    | 'boleto'
    | 'refund'
    | 'withdraw'
    | 'split'
    | 'anticipation'
  )[];
  /**
   * Of a definition that is how the public clients speak to an acquirer, and not how the specification has it: in what it
   * differs, as it is on the wire. An account chooses it by `api: 'clients'` (`account-api.ts`).
   */
  readonly differs?: string;
  /** What a platform has to know to use it. */
  readonly account: z.ZodType<Account>;
  /** `main`, and others where it has more than one host or way to prove who asks. */
  readonly channels: (
    account: Account,
  ) => { readonly main: Channel } & Readonly<Record<string, Channel>>;
  readonly amount: AmountUnit;
  readonly status: StatusMap<PaymentStatus>;
  readonly withdrawStatus?: StatusMap<WithdrawStatus>;
  /** What is said of a way to pay that it does not take, where the catalogue has words of its own (acquirers.117). */
  readonly methodsNotTaken?: Readonly<Partial<Record<PaymentMethod, string>>>;
  /** A charge may hold the card itself, so it needs no token. */
  readonly takesCardData?: true;
  /** Ways to pay that it takes only with an address of the buyer, whom not every offer asks for one. */
  readonly wantsAddress?: (account: Account) => readonly PaymentMethod[];
  /** Registers companies alone (people.69). */
  readonly takesNoCpf?: true;
  /** How much of a payment it gives back, by way to pay; any amount where nothing is said. */
  readonly refundRights?: PaymentProvider['refundRights'];
  readonly operations: ProviderOperations<Account>;
  readonly notices?: NoticeReading<Account>;
}

/** Says what a provider is; `openProvider` makes it into what the domain's port asks for. */
export const defineProvider = <Account>(
  definition: ProviderDefinition<Account>,
): ProviderDefinition<Account> => definition;
