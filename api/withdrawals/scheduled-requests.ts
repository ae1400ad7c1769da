import type { Core } from '#/api/composition/core.ts';
import { scheduledFrom } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Day, Timestamp } from '#/domain/values/time.ts';
import { withdrawal, type Withdrawal } from '#/domain/withdrawal/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Position } from '#/ledger/event-store.ts';
import { withdrawalIdOf } from './request-withdrawal.ts';
import { scheduledCommandId } from './scheduled-outcome.ts';

export interface ScheduledRequest {
  readonly commandId: string;
  /** As in `DatedContext`. */
  readonly idSince: Timestamp;
  readonly state: Withdrawal;
  readonly position: Position | undefined;
}

/** Whether the payout failed or came back, so that the day may have another request. */
export const isUnpaid = ({ state: { status } }: Pick<ScheduledRequest, 'state'>): boolean =>
  status === 'FAILED' || status === 'RETURNED';

/** Lists the requests of a day in their order. The last one is under way, or paid, or not on record. */
export const listRequests = async (
  { handler }: Pick<Core, 'handler'>,
  sellerId: string,
  day: Day,
): Promise<readonly ScheduledRequest[]> => {
  const requests: ScheduledRequest[] = [];
  let commandId = scheduledCommandId(sellerId, day);
  for (;;) {
    const stream = streamOf('withdrawal', withdrawalIdOf(commandId));
    const { state, position } = await handler.load(withdrawal, stream);
    const request = { commandId, idSince: scheduledFrom(day), state, position };
    requests.push(request);
    if (!isUnpaid(request)) return requests;
    commandId = derivedId('scheduled withdrawal', commandId);
  }
};
