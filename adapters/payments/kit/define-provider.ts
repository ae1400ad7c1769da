import type { z } from 'zod';
import type {
  PaymentMethod,
  PaymentStatus,
  TransactionRequest,
  TransactionResult,
} from '#/domain/ports/charge.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
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
import type { AmountUnit } from './values/amount.ts';
import type { ChargeReply } from './values/charge-amount.ts';
import type { Channel } from './network/channel.ts';
import type { Declines } from './declines.ts';
import type { Operation, ProviderContext } from './endpoint.ts';
import type { StatusMap } from './status.ts';

/** Operations with one function for all methods. */
type Single = Exclude<OperationName, 'createTransaction' | 'withdraw'>;

type PortFunction<Name extends Single> = PortOperations[Name];

/** The result as an adapter returns it: for a charge, with the requested amount apart from the paid one. */
type ReadByAdapter<Output> = Output extends TransactionResult ? ChargeReply : Output;

/** An operation or method that the provider does not support is absent. */
export type ProviderOperations<Account> = {
  readonly [Name in Single]?: Operation<
    Account,
    Parameters<PortFunction<Name>>[0],
    ReadByAdapter<Awaited<ReturnType<PortFunction<Name>>>>
  >;
} & {
  readonly charge?: {
    readonly [Method in PaymentMethod]?: Operation<Account, TransactionRequest, ChargeReply>;
  };
  readonly withdraw?: {
    readonly [Method in WithdrawMethod]?: Operation<
      Account,
      Extract<WithdrawRequest, { readonly paymentMethod: Method }>,
      WithdrawResult
    >;
  };
};

/** A notice is a hint, even with a proof of its origin: we read the status back. */
export interface NoticeReading<Account> {
  /** As shown in the capability matrix. */
  readonly authenticity: string;
  /** Whether a signature, or a secret that the provider sends, vouches for the whole body, including our reference. */
  readonly proves?: (account: Account) => boolean;
  /**
   * An empty list if the notice is about something else.
   * @throws ProviderFailure `unauthorized`, `unreadable`
   */
  readonly read: (
    request: NoticeRequest,
    context: ProviderContext<Account>,
  ) => Promise<readonly ProviderNotice[]> | readonly ProviderNotice[];
}

export interface ProviderDefinition<Account> {
  /** Also the name of the provider's file. */
  readonly id: string;
  readonly label: string;
  /** Its shapes come from documents (`documented`), our rules (`spec`) or its family (`inferred`). */
  readonly evidence: 'documented' | 'spec' | 'inferred';
  /** Operations that neither its documents nor its clients show. */
  readonly undocumented?: readonly (
    | 'card'
    | 'boleto'
    | 'refund'
    | 'withdraw'
    | 'split'
    | 'anticipation'
  )[];
  /**
   * Some acquirers have two APIs: the one in our specification (acquirers.64 to acquirers.91), and the one that their public clients
   * use. In the definition of the second, this says how it differs from the first.
   */
  readonly differenceFromSpecification?: string;
  readonly account: z.ZodType<Account>;
  /** The account's field with the PIX key that buyers pay to. Where the account leaves it empty, the platform's key is used. */
  readonly receiverField?: string;
  /** Channels by name, one for each base URL and authentication; `main` is the default. */
  readonly channels: (
    account: Account,
    platform: PlatformDefaults,
  ) => { readonly main: Channel } & Readonly<Record<string, Channel>>;
  readonly amount: AmountUnit;
  readonly status: StatusMap<PaymentStatus>;
  readonly withdrawStatus?: StatusMap<WithdrawStatus>;
  /** The message for a method that it does not take (acquirers.117). */
  readonly methodsNotTaken?: Readonly<Partial<Record<PaymentMethod, string>>>;
  /** Reais only when absent. */
  readonly currencies?: PaymentProvider['currencies'];
  /** A charge may contain the card itself instead of a token. */
  readonly takesCardData?: true;
  /** Payment methods that need the buyer's address. */
  readonly addressRequiredFor?: (account: Account) => readonly PaymentMethod[];
  /** Registers only companies (people.69). */
  readonly acceptsOnlyCnpj?: true;
  /** How much of a payment it refunds, by method; any amount when absent. */
  readonly refundRights?: PaymentProvider['refundRights'];
  /** How many seconds after a call's deadline "no such call" is final. Only if documented. */
  readonly absence?: PaymentProvider['absence'];
  /** For how many hours the provider carries out requests with the same id and bytes only once. Only if documented. */
  readonly repeatable?: PaymentProvider['repeatable'];
  /** Replies that prove, by the provider's documents, that nothing was done. */
  readonly declines?: Declines;
  readonly operations: ProviderOperations<Account>;
  readonly notices?: NoticeReading<Account>;
}

export const defineProvider = <Account>(
  definition: ProviderDefinition<Account>,
): ProviderDefinition<Account> => definition;
