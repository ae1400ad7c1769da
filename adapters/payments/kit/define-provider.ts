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

/** Operations that are a single function each. */
type Single = Exclude<OperationName, 'createTransaction' | 'withdraw'>;

type PortFunction<Name extends Single> = PortOperations[Name];

/** An adapter says of each amount of a charge whether it was asked for or paid; the domain gets one amount. */
type ReadByAdapter<Output> = Output extends TransactionResult ? ChargeReply : Output;

/** Present = offered. A provider file never lists what it does not support. */
export type ProviderOperations<Account> = {
  readonly [Name in Single]?: Operation<
    Account,
    Parameters<PortFunction<Name>>[0],
    ReadByAdapter<Awaited<ReturnType<PortFunction<Name>>>>
  >;
} & {
  /** By payment method; a missing method is not supported. */
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

/** How a notice proves that it comes from the provider. Even with that proof a notice is only a hint, and we read the status back. */
export interface NoticeReading<Account> {
  /** As shown in the capability matrix. */
  readonly authenticity: string;
  /** Whether, with this account, the proof covers the whole body, including our own reference. Absent = never. */
  readonly proves?: (account: Account) => boolean;
  /**
   * Returns what the notice says about charges and payouts. If it is about something else, returns an empty list, or throws as
   * `parseRelevant`.
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
  /**
   * What its request and reply shapes follow: its own documents or public clients (`documented`), `domain/specification/acquirers.md`
   * (`spec`), or the other members of its family (`inferred`).
   */
  readonly evidence: 'documented' | 'spec' | 'inferred';
  /**
   * The operations of a documented provider that neither its documents nor its clients show. Named as the columns of `npm run providers`.
   */
  readonly undocumented?: readonly (
    | 'card'
    | 'boleto'
    | 'refund'
    | 'withdraw'
    | 'split'
    | 'anticipation'
  )[];
  /**
   * Set on a definition that follows the acquirer's public clients instead of our rules (acquirers.64 to acquirers.91). Says how the
   * two differ on the wire. An account chooses this definition by `api: 'clients'` (`account-api.ts`).
   */
  readonly differs?: string;
  /** The settings that a platform must enter to use it. */
  readonly account: z.ZodType<Account>;
  /**
   * The field of the account that has the PIX key which buyers pay to. The field may be empty when the platform has one key for all
   * accounts.
   */
  readonly receiverField?: string;
  /** The ways to reach the provider by name: one for each base URL and authentication. A request takes `main` unless `via` names another. */
  readonly channels: (
    account: Account,
    platform: PlatformDefaults,
  ) => { readonly main: Channel } & Readonly<Record<string, Channel>>;
  readonly amount: AmountUnit;
  readonly status: StatusMap<PaymentStatus>;
  readonly withdrawStatus?: StatusMap<WithdrawStatus>;
  /** The message for a payment method that it does not take, where it has one of its own (acquirers.117). */
  readonly methodsNotTaken?: Readonly<Partial<Record<PaymentMethod, string>>>;
  /** Currencies in which it collects; reais only when absent. */
  readonly currencies?: PaymentProvider['currencies'];
  /** A charge may contain the card itself, so no token is needed. */
  readonly takesCardData?: true;
  /** Payment methods that need the buyer's address, which not every offer asks for. */
  readonly wantsAddress?: (account: Account) => readonly PaymentMethod[];
  /** Registers only companies (people.69). */
  readonly takesNoCpf?: true;
  /** How much of a payment it refunds, by payment method; any amount when absent. */
  readonly refundRights?: PaymentProvider['refundRights'];
  /**
   * How long after a request was sent the provider may still carry it out, although a look-up does not find it. If a look-up does not find
   * the request after that time, the provider will never carry it out. Set only if the provider's documents say so.
   */
  readonly absence?: PaymentProvider['absence'];
  /**
   * For how long the provider does not carry out a second request with the same id of ours and the same content. Set only if its documents
   * say so, and only for operations of a single request: two requests are compared by `encode.ts`, which sees only the first request of an
   * operation.
   */
  readonly repeatable?: PaymentProvider['repeatable'];
  /**
   * The replies that mean, by the provider's documents, that it did nothing. They are for operations that must not be carried out twice.
   * After a refusal in another form the outcome is unknown, unless `send-guard.ts` accepts the status alone (charges by PIX) or the refused
   * request has no effect of its own (`isPreparatory`).
   */
  readonly declines?: Declines;
  readonly operations: ProviderOperations<Account>;
  readonly notices?: NoticeReading<Account>;
}

/** Defines a provider as data; `openProvider` turns it into the domain's port. */
export const defineProvider = <Account>(
  definition: ProviderDefinition<Account>,
): ProviderDefinition<Account> => definition;
