import type { Services } from '#/api/composition/api-services.ts';
import { destination } from '#/domain/destination/decider.ts';
import { streamOf } from '#/domain/ids.ts';
import { addSeconds, type Timestamp } from '#/domain/time.ts';
import { lastDestinationAt } from '#/projections/destinations.ts';

/** Who names a new destination may be a thief in the owner's session; the owner gets a mail, and has a day to notice. */
const REST_SECONDS = 24 * 60 * 60;

/**
 * Returns when a seller named the destination of a withdrawal: by the record, because the read model may be behind. The seller's own CPF
 * or CNPJ can be no thief's.
 */
const declaredAt = async (
  { handler }: Services['core'],
  destinationId: string,
): Promise<Timestamp | null> => {
  const { state } = await handler.load(destination, streamOf('destination', destinationId));
  return state.status === 'ABSENT' || state.basis === 'OWN_DOCUMENT' ? null : state.declared.at;
};

/**
 * Returns until when a seller's withdrawals rest, because of a new password, e-mail or second factor, or of a new destination;
 * undefined when they do not.
 * @param destinationId where the withdrawal is to be paid, if one is asked for
 */
export const withdrawalsRestUntil = async (
  { core, database, sessions }: Pick<Services, 'core' | 'database' | 'sessions'>,
  sellerId: string,
  destinationId?: string,
): Promise<Timestamp | undefined> => {
  const [access, listed, own] = await Promise.all([
    sessions.withdrawalsRestUntil(sellerId),
    lastDestinationAt(database, sellerId),
    destinationId === undefined ? null : declaredAt(core, destinationId),
  ]);
  const now = core.now();
  const until = [listed, own]
    .flatMap((at) => (at === null ? [] : [addSeconds(at, REST_SECONDS)]))
    .concat(access ?? [])
    .toSorted()
    .at(-1);
  return until !== undefined && until > now ? until : undefined;
};
