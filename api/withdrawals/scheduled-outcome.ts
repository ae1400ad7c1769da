import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { titleOf, type Language } from '#/api/http/problem.ts';
import { attempt } from '#/domain/attempt/decider.ts';
import type { Refused } from '#/domain/errors/refused.ts';
import { lastScheduledDay, type ScheduleDetails } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { Day } from '#/domain/values/time.ts';
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

/** Id of the record that a seller's withdrawal may have been paid, although the log has lost it when the epoch began. */
const doubtIdOf = (sellerId: string, epoch: number): string =>
  derivedId('scheduled doubt', sellerId, String(epoch));

const recordRefusal = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  request: string,
  { code, details }: Pick<Refused, 'code' | 'details'>,
): Promise<void> => {
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

const loadRecord = async ({ handler }: Pick<Core, 'handler'>, request: string) =>
  (await handler.load(attempt, streamOf('attempt', request))).state;

/**
 * Records once in an epoch that a seller's withdrawal may have been paid, with the schedule's revision: a later revision means that the
 * seller has answered the doubt.
 */
const recordDoubt = async (
  core: Pick<Core, 'handler' | 'now' | 'ports'>,
  scheduled: RecordedSchedule,
): Promise<void> => {
  const { sellerId, revision } = scheduled;
  const doubtId = doubtIdOf(sellerId, (await core.ports.epoch()).number);
  if ((await loadRecord(core, doubtId)).status === 'REFUSED') return;
  const doubt = { code: 'withdrawal/may-be-paid', details: { revision } } as const;
  await recordRefusal(core, scheduled, doubtId, doubt);
};

/** Returns the schedule's revision at which the doubt of an epoch was recorded; undefined = it was not. */
export const findDoubt = async (
  core: Pick<Core, 'handler'>,
  sellerId: string,
  epoch: number,
): Promise<number | undefined> => {
  const doubt = await loadRecord(core, doubtIdOf(sellerId, epoch));
  return doubt.status === 'REFUSED' ? Number(doubt.details['revision']) : undefined;
};

/** Records why the withdrawal of a day was refused, so that its seller sees it. */
export const recordScheduledRefusal = async (
  core: Pick<Core, 'handler' | 'now' | 'ports'>,
  scheduled: RecordedSchedule,
  day: Day,
  refused: Refused,
): Promise<void> => {
  if (refused.code === 'withdrawal/may-be-paid') await recordDoubt(core, scheduled);
  await recordRefusal(core, scheduled, refusalIdOf(scheduled, day), refused);
};

const loadRefusal = (core: Pick<Core, 'handler'>, scheduled: RecordedSchedule, day: Day) =>
  loadRecord(core, refusalIdOf(scheduled, day));

/** Whether the withdrawal of a day was refused; false if the schedule was changed since. */
export const wasRefusedOn = async (
  core: Pick<Core, 'handler'>,
  scheduled: RecordedSchedule,
  day: Day,
): Promise<boolean> => (await loadRefusal(core, scheduled, day)).status === 'REFUSED';

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
