import type { Sessions } from '#/api/auth/sessions.ts';
import type { Core, PausedUntilOf } from '#/api/composition/core.ts';
import { destination } from '#/domain/destination/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import { findLastDestinationTime } from '#/projections/destinations.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';

/** A thief in the seller's session may have declared the destination; the seller gets a mail, and has a day to notice. */
const PAUSE_SECONDS = 24 * 60 * 60;

/** Returns null for the seller's own CPF or CNPJ, which cannot be a thief's key. Reads the log: the read model may be behind. */
const findDeclarationTime = async (
  { handler }: Pick<Core, 'handler'>,
  destinationId: string,
): Promise<Timestamp | null> => {
  const { state } = await handler.load(destination, streamOf('destination', destinationId));
  return state.status === 'ABSENT' || state.basis === 'OWN_DOCUMENT' ? null : state.declared.at;
};

interface PauseDependencies {
  readonly core: Pick<Core, 'handler' | 'now'>;
  readonly database: Queryable;
  readonly sessions: Pick<Sessions, 'findWithdrawalPause'>;
}

/** Returns until when a new password, e-mail, second factor or destination pauses withdrawals. @param destinationId of the requested one */
export const findWithdrawalPause = async (
  { core, database, sessions }: PauseDependencies,
  sellerId: string,
  destinationId?: string,
): Promise<Timestamp | undefined> => {
  const [accessPause, lastPauseFrom, requestedPauseFrom] = await Promise.all([
    sessions.findWithdrawalPause(sellerId),
    findLastDestinationTime(database, sellerId),
    destinationId === undefined ? null : findDeclarationTime(core, destinationId),
  ]);
  const now = core.now();
  const until = [lastPauseFrom, requestedPauseFrom]
    .flatMap((at) => (at === null ? [] : [addSeconds(at, PAUSE_SECONDS)]))
    .concat(accessPause ?? [])
    .toSorted()
    .at(-1);
  return until !== undefined && until > now ? until : undefined;
};

/** Makes the check of pauses for the code that records withdrawals, which is composed before the sessions are open. */
export const pausedUntilIn =
  (
    database: Queryable,
    accessPausedUntil: (sellerId: string) => Promise<Timestamp | undefined>,
  ): PausedUntilOf =>
  (core, sellerId, destinationId) => {
    const sessions = { findWithdrawalPause: accessPausedUntil };
    return findWithdrawalPause({ core, database, sessions }, sellerId, destinationId);
  };
