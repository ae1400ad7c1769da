import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Runs a request's writes. A request repeated with its Idempotency-Key writes nothing twice, and gets the same refusal by our rules again.
 * Without a key, each request writes.
 * @throws Refused `idempotency/key-reused` when the key came with another input before
 */
export type Once = <Result>(run: (keyed: DatedContext) => Promise<Result>) => Promise<Result>;

/** A call, and the idempotency key that its caller made. */
export interface KeyedCall {
  readonly procedure: ProcedureName;
  /** Undefined when the caller sent none. */
  readonly key: string | undefined;
  /** Seconds since the caller made the key. */
  readonly keyAge?: number | undefined;
  /** Its digest tells a retry from another request under the same key. */
  readonly body: unknown;
}

type IdempotentCore = Pick<Core, 'idempotent' | 'now'>;

export const onceBy =
  (core: IdempotentCore, call: KeyedCall, { platformId: platform, actor }: Caller): Once =>
  (run) =>
    core.idempotent({ ...call, platform, actor, now: core.now() }, run);

/** `Once` for a buyer, who is anonymous: a refusal is stored outside the log, for a limited time. */
export const onceByBuyer =
  (core: IdempotentCore, call: KeyedCall) =>
  (platform: string): Once =>
  (run) => {
    const request = { ...call, platform, actor: 'buyer', now: core.now(), isAnonymous: true };
    return core.idempotent(request, run);
  };
