import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';

/**
 * Runs what a mutation writes once for each Idempotency-Key of its caller: the same key has the same answer or refusal.
 * @throws Refused `idempotency/key-reused` when the key came with another input, and what `run` throws
 */
export type Once = <Result>(run: (keyed: KeyedContext) => Promise<Result>) => Promise<Result>;

/** A mutation as it was called. */
export interface KeyedCall {
  readonly procedure: ProcedureName;
  readonly key: string | undefined;
  /** The input with its defaults, whose digest tells a repetition from another request under the same key. */
  readonly body: unknown;
}

type Writing = Pick<Core, 'idempotent' | 'now'>;

/** Of somebody who is signed in. */
export const onceBy =
  (core: Writing, call: KeyedCall, { platformId: platform, actor }: Caller): Once =>
  (run) =>
    core.idempotent({ ...call, platform, actor, now: core.now() }, run);

/** Of a buyer, whom nobody knows: a refusal is kept for a while, and not in the log. */
export const onceByBuyer =
  (core: Writing, call: KeyedCall) =>
  (platform: string): Once =>
  (run) => {
    const request = { ...call, platform, actor: 'buyer', now: core.now(), isAnonymous: true };
    return core.idempotent(request, run);
  };
