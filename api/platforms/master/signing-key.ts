import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { adoptSigningKey } from '#/api/withdrawals/sign-payout.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { signingKey } from '#/domain/platform/signing-key.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

const load = ({ handler }: Pick<Core, 'handler'>, platformId: string) =>
  handler.load(signingKey, streamOf('signingKey', platformId));

/** Returns the public keys, in hexadecimal, by which a payout's signature can be checked; of `former`, the last replaced first. */
export const getSigningKeys = async (
  core: Core,
  { platformId }: ParsedInputOf<'master.getSigningKeys'>,
): Promise<OutputOf<'master.getSigningKeys'>> => {
  const recorded = await load(core, platformId);
  const { current, all } = recorded.state;
  const former = all.filter((keyId) => keyId !== current).toReversed();
  // Before the first key there is no stream.
  return { current, former, position: recorded.position ?? '' };
};

/**
 * Gives the platform a new signing key; signatures with earlier keys stay valid. @returns position
 * @throws Refused `record/changed-meanwhile`
 */
export const rotateSigningKey = async (
  core: Core,
  { platformId, after }: ParsedInputOf<'master.rotateSigningKey'>,
  by: KeyedContext,
): Promise<string> => {
  const recorded = await load(core, platformId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  if (recorded.state.current !== after) throw new Refused('record/changed-meanwhile');
  await adoptSigningKey(core, platformId, after, { ...by, correlation: platformId });
  const done = await load(core, platformId);
  if (!isDone(done, by)) throw new Refused('record/changed-meanwhile');
  return writtenAt(done);
};
