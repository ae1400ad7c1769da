import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { titleOf, type Language } from '#/api/http/problem.ts';
import { attempt } from '#/domain/attempt/decider.ts';
import type { Refused } from '#/domain/errors/refused.ts';
import { lastScheduledDay, type ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { startOfDay, type Day } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';

export interface RecordedSchedule {
  readonly sellerId: string;
  readonly details: ScheduleDetails;
  readonly revision: number;
}

/** Id of the command that requests a seller's scheduled withdrawal of a day. */
export const scheduledCommandId = (sellerId: string, day: Day): string =>
  derivedId('scheduled withdrawal', sellerId, day);

/** Id of the record that a revision of a schedule paid nothing on a day. */
const refusalIdOf = ({ sellerId, revision }: RecordedSchedule, day: Day): string =>
  derivedId('scheduled refusal', scheduledCommandId(sellerId, day), String(revision));

/** Records why the withdrawal of a day was refused, so that its seller sees it. */
export const recordScheduledRefusal = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  day: Day,
  { code, details }: Refused,
): Promise<void> => {
  const request = refusalIdOf(scheduled, day);
  const about = { procedure: 'schedule', request, code, details };
  await handler.handle(
    attempt,
    streamOf('attempt', request),
    { type: 'RecordRefusal', ...about, now: now() },
    {
      commandId: derivedId('refusal', request),
      platform: scheduled.details.platformId,
      actor: 'system',
      correlation: scheduled.sellerId,
    },
  );
};

const loadRefusal = async (
  { handler }: Pick<Core, 'handler'>,
  scheduled: RecordedSchedule,
  day: Day,
) => (await handler.load(attempt, streamOf('attempt', refusalIdOf(scheduled, day)))).state;

/** False if the schedule was changed since. */
export const wasRefusedOn = async (
  core: Pick<Core, 'handler'>,
  scheduled: RecordedSchedule,
  day: Day,
): Promise<boolean> => (await loadRefusal(core, scheduled, day)).status === 'REFUSED';

/**
 * Whether the withdrawal of the scheduled day before may have been paid, although the log has lost it. Its money may still show as available,
 * so nothing is paid until the seller, who can see what arrived, sets the schedule again.
 */
export const mayBePaidBefore = async (
  core: Pick<Core, 'handler'>,
  scheduled: RecordedSchedule,
  day: Day,
): Promise<boolean> => {
  const before = lastScheduledDay(scheduled.details, startOfDay(day));
  const state = await loadRefusal(core, scheduled, before);
  return state.status === 'REFUSED' && state.code === 'withdrawal/may-be-paid';
};

/** Null if the last scheduled withdrawal was not refused, or the schedule was changed since. */
export const findScheduledRefusal = async (
  core: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  language: Language,
): Promise<OutputOf<'seller.getSchedule'>['refusal']> => {
  const on = lastScheduledDay(scheduled.details, core.now());
  const state = await loadRefusal(core, scheduled, on);
  if (state.status !== 'REFUSED') return null;
  return { on, code: state.code, text: titleOf(state.code, language) };
};
