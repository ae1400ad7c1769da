import type { WireRequest } from '#/adapters/payments/kit/channel.ts';
import type { ProviderDefinition } from '#/adapters/payments/kit/define-provider.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { ProviderNotice } from '#/domain/ports/notice.ts';
import type { OperationName, PortOperations } from '#/domain/ports/payment-provider.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import type { ProviderFailureKind } from '#/domain/ports/provider-failure.ts';

/** One request as the provider must get it, and its reply. */
export interface Exchange {
  readonly request: Pick<WireRequest, 'method' | 'path' | 'json' | 'form' | 'query'> & {
    /** Those that matter; authorization is checked by itself. */
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly reply: {
    /** 200 unless said otherwise. */
    readonly status?: number;
    readonly json?: unknown;
    readonly text?: string;
  };
}

type PortFunction<Name extends OperationName> = PortOperations[Name];

/** A golden case: what goes in, what crosses the wire, what comes out. */
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
          /** What a person is told. */
          readonly text?: string;
        };
      }
  );
}[OperationName];

type Told = ProviderNotice extends infer Each
  ? Each extends ProviderNotice
    ? Omit<Each, 'noticeId'>
    : never
  : never;

/** A delivery, and what it says. */
export interface NoticeCase {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body: unknown;
  /** Nothing = to be ignored. */
  readonly says: readonly Told[] | 'unauthorized' | 'unreadable';
}

/** All evidence of one provider: data only, from its documentation where there is any. */
export interface ProviderCases<Account> {
  readonly provider: ProviderDefinition<Account>;
  /** With invented keys, at a host that speaks as the cases say. */
  readonly account: (url: string) => Account;
  /** By path: the reply with a token, for channels that fetch one. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly cases: readonly OperationCase[];
  /** Every status word, and an unheard-of one, in a reply to `getTransaction` (`findTransaction`, where there is only that). */
  readonly statuses: {
    readonly reply: (word: string) => unknown;
    readonly words: Readonly<Record<string, PaymentStatus>>;
  };
  /** The same of payouts, where they are looked up. */
  readonly withdrawStatuses?: {
    readonly reply: (word: string) => unknown;
    readonly words: Readonly<Record<string, WithdrawStatus>>;
  };
  readonly notices: readonly NoticeCase[];
  /** How a simulator proves that a notice is the provider's, where its proof depends on what it says. */
  readonly sign?: (
    notice: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
    account: Account,
  ) => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export const providerCases = <Account>(cases: ProviderCases<Account>): ProviderCases<Account> =>
  cases;
