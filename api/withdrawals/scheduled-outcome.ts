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

/** A scheduled withdrawal that the log may have lost. */
export interface LostRequest {
  /** Id of the command that requested it. */
  readonly commandId: string;
  /** The epoch that began with the loss. */
  readonly epoch: number;
}

/** Id of the record of what the acquirers, or the seller, say about a withdrawal that the log may have lost. */
const answerIdOf = ({ commandId, epoch }: LostRequest): string =>
  derivedId('scheduled doubt', commandId, String(epoch));

const recordOutcome = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  { sellerId, details: { platformId } }: RecordedSchedule,
  request: string,
  refused?: Pick<Refused, 'code' | 'details'>,
): Promise<void> => {
  const about = { procedure: 'schedule', request, now: now() };
  await handler.handle(
    attempt,
    streamOf('attempt', request),
    refused
      ? { type: 'RecordRefusal', ...about, code: refused.code, details: refused.details }
      : { type: 'RecordSuccess', ...about },
    {
      commandId: derivedId('refusal', request),
      platform: platformId,
      actor: 'system',
      correlation: sellerId,
    },
  );
};

const loadRecord = async ({ handler }: Pick<Core, 'handler'>, request: string) =>
  (await handler.load(attempt, streamOf('attempt', request))).state;

/**
 * Records once that no acquirer can ever tell whether it made a payout, with the schedule's revision: a later revision means that the seller,
 * who can see what arrived, has answered.
 */
export const recordDoubt = async (
  core: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  lost: LostRequest,
): Promise<void> => {
  const answerId = answerIdOf(lost);
  if ((await loadRecord(core, answerId)).status !== 'NONE') return;
  const { revision } = scheduled;
  const doubt = { code: 'withdrawal/may-be-paid', details: { revision } } as const;
  await recordOutcome(core, scheduled, answerId, doubt);
};

/** Records that no acquirer made a payout, so that they need not be asked again. */
export const recordNotPaid = (
  core: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  lost: LostRequest,
): Promise<void> => recordOutcome(core, scheduled, answerIdOf(lost));

/**
 * What is on record about a withdrawal that the log may have lost. `CLOSED`: it was not paid, or the seller knows what arrived. `IN_DOUBT`:
 * no acquirer can tell, and the seller has not answered. `OPEN`: the acquirers have not been asked, or may still tell.
 */
export const findAnswer = async (
  core: Pick<Core, 'handler'>,
  { revision }: RecordedSchedule,
  lost: LostRequest,
): Promise<'OPEN' | 'IN_DOUBT' | 'CLOSED'> => {
  const answer = await loadRecord(core, answerIdOf(lost));
  if (answer.status !== 'REFUSED') return answer.status === 'SUCCEEDED' ? 'CLOSED' : 'OPEN';
  return Number(answer.details['revision']) < revision ? 'CLOSED' : 'IN_DOUBT';
};

/** Records why the withdrawal of a day was refused, so that its seller sees it. */
export const recordScheduledRefusal = (
  core: Pick<Core, 'handler' | 'now'>,
  scheduled: RecordedSchedule,
  day: Day,
  refused: Refused,
): Promise<void> => recordOutcome(core, scheduled, refusalIdOf(scheduled, day), refused);

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
