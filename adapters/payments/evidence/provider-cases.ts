import type { WireRequest } from '#/adapters/payments/kit/network/channel.ts';
import type { ProviderDefinition } from '#/adapters/payments/kit/define-provider.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { OperationName, PortOperations } from '#/domain/ports/payment-provider.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

/** A request that the provider must receive, and its reply. */
export interface Exchange {
  readonly request: Pick<WireRequest, 'method' | 'path' | 'json' | 'form' | 'query'> & {
    /** Only these headers are compared. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly reply: {
    /** 200 when absent. */
    readonly status?: number;
    readonly json?: unknown;
    readonly text?: string;
  };
}

type PortFunction<Name extends OperationName> = PortOperations[Name];

/**
 * A golden case: the input, the exchanges on the wire, and the result or failure. The name is the title
 * of its test.
 */
export type OperationCase = {
  readonly [Name in OperationName]: {
    readonly name: string;
    readonly operation: Name;
    readonly input: Parameters<PortFunction<Name>>[0];
    readonly exchanges: readonly Exchange[];
  } & (
    | { readonly result: Awaited<ReturnType<PortFunction<Name>>> | undefined }
    | {
        readonly failure: {
          readonly kind: ProviderFailureKind;
          readonly mayHaveHappened: boolean;
          /** The message shown to the user. */
          readonly text?: string;
        };
      }
  );
}[OperationName];

type ReadNotice = ProviderNotice extends infer Each
  ? Each extends ProviderNotice
    ? Omit<Each, 'noticeId'>
    : never
  : never;

/** A webhook delivery, and the notices in it. */
export interface NoticeCase {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a string. */
  readonly body: unknown;
  /** The notices that the adapter reads (empty = it ignores the delivery), or how it rejects the delivery. */
  readonly says: readonly ReadNotice[] | 'unauthorized' | 'unreadable';
}

/** The cases of one provider, from its documentation if it has any. */
export interface ProviderCases<Account> {
  readonly provider: ProviderDefinition<Account>;
  /** An account with invented keys. */
  readonly account: (url: string) => Account;
  /** Replies by path besides the cases, such as access tokens and public keys. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly cases: readonly OperationCase[];
  /** The reply to a look-up of a charge with a given status word, and what each word means. */
  readonly statuses: {
    readonly reply: (word: string) => unknown;
    readonly words: Readonly<Record<string, PaymentStatus>>;
  };
  /** Replies to a look-up of a payout, and what each status word means. */
  readonly withdrawStatuses?: {
    readonly reply: (word: string) => unknown;
    readonly words: Readonly<Record<string, WithdrawStatus>>;
  };
  readonly notices: readonly NoticeCase[];
  /** How a simulator signs a notice, if the proof depends on the body. */
  readonly sign?: (
    notice: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    account: Account,
  ) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export const providerCases = <Account>(cases: ProviderCases<Account>): ProviderCases<Account> =>
  cases;
