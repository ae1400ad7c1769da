import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';

/**
 * Runs a mutation's writes once per platform, caller, procedure and Idempotency-Key; all buyers of a platform count as one caller. A
 * repeated request gets the same answer, or the same refusal if that was a decision (`Refused.isDecision`). Without a key, runs the writes
 * each time.
 * @throws Refused `idempotency/key-reused` when the key came with another input, and what `run` throws
 */
export type Once = <Result>(run: (keyed: DatedContext) => Promise<Result>) => Promise<Result>;

/** The call of a mutation. */
export interface KeyedCall {
  readonly procedure: ProcedureName;
  readonly key: string | undefined;
  /** Seconds since the caller made the key; absent = unknown. */
  readonly keyAge?: number | undefined;
  /** The input with defaults; its digest tells a retry from another request under the same key. */
  readonly body: unknown;
}

type IdempotentCore = Pick<Core, 'idempotent' | 'now'>;

/** Returns `once` for a signed-in caller. */
export const onceBy =
  (core: IdempotentCore, call: KeyedCall, { platformId: platform, actor }: Caller): Once =>
  (run) =>
    core.idempotent({ ...call, platform, actor, now: core.now() }, run);

/** Returns `once` for a buyer, who is anonymous: a refusal is stored for a limited time, outside the log. */
export const onceByBuyer =
  (core: IdempotentCore, call: KeyedCall) =>
  (platform: string): Once =>
  (run) => {
    const request = { ...call, platform, actor: 'buyer', now: core.now(), isAnonymous: true };
    return core.idempotent(request, run);
  };
