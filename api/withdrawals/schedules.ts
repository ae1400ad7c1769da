import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Language } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { loadSettingsForSeller } from '#/api/reads/platform-settings.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { RecordCommand } from '#/domain/aggregates/record.ts';
import {
  nextScheduledDay,
  schedule,
  scheduleDetails,
  type ScheduleDetails,
} from '#/domain/schedule/schedule.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadOwnDestination } from './destinations.ts';
import { requireEverPossible } from './withdrawal-terms.ts';
import { findScheduledRefusal } from './scheduled-outcome.ts';

type Owner = Pick<SellerCaller, 'sellerId' | 'platformId'>;

/** `basedOn` of a caller who saw no schedule. It matches no record, so the request is refused if a schedule was created meanwhile. */
const NO_REVISION = -1;

/** Returns when the seller is paid without a request; `schedule` is null for never. */
export const loadSchedule = async (
  core: Core,
  { sellerId }: Owner,
  language: Language,
): Promise<OutputOf<'seller.getSchedule'>> => {
  const { handler, now } = core;
  const recorded = await handler.load(schedule, streamOf('schedule', sellerId));
  const { state } = recorded;
  // A seller who never had a schedule has no stream.
  const position = recorded.position ?? '';
  const none = { schedule: null, nextOn: null, refusal: null, position };
  if (state.status === 'ABSENT') return { ...none, revision: null };
  const { revision, details } = state;
  if (state.status === 'ARCHIVED') return { ...none, revision };
  const { platformId: _, currency: __, ...shown } = details;
  const refusal = await findScheduledRefusal(core, { sellerId, details, revision }, language);
  const nextOn = nextScheduledDay(details, now());
  return { schedule: shown, nextOn, refusal, revision, position };
};

/**
 * Sets when and where the seller is paid without a request. @returns position
 * @throws Refused `destination/not-approved`, `record/changed-meanwhile`; as `loadOwnDestination` and `requireEverPossible`
 */
export const reviseSchedule = async (
  core: Core,
  owner: Owner,
  input: ParsedInputOf<'seller.reviseSchedule'>,
  by: KeyedContext,
): Promise<string> => {
  const { handler, now } = core;
  const { sellerId, platformId } = owner;
  const { basedOn, ...fields } = input;
  const stream = streamOf('schedule', sellerId);
  const recorded = await handler.load(schedule, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const { state } = await loadOwnDestination(core, { sellerId }, fields.destinationId);
  if (state.status !== 'APPROVED') throw new Refused('destination/not-approved');
  const details = scheduleDetails.parse({ ...fields, platformId, currency: 'BRL' });
  requireEverPossible(await loadSettingsForSeller(handler, owner), details.minimum);
  const context = { ...by, correlation: sellerId };
  const write = (command: RecordCommand<ScheduleDetails>) =>
    handler.handle(schedule, stream, command, context);
  if (recorded.state.status === 'ABSENT') {
    try {
      return writtenAt(await write({ type: 'Create', details, now: now() }));
    } catch (error) {
      const isSecond = error instanceof Refused && error.code === 'record/already-exists';
      if (!isSecond) throw error;
      // Another request set the first schedule at the same moment: decide again after that one.
      return reviseSchedule(core, owner, input, by);
    }
  }
  const revised = {
    type: 'RestoreAs',
    details,
    basedOn: basedOn ?? NO_REVISION,
    now: now(),
  } as const;
  return writtenAt(await write(revised));
};

/** Ends the schedule: the seller is then paid only on request. @returns position */
export const endSchedule = async (
  { handler, now }: Core,
  { sellerId }: Owner,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('schedule', sellerId);
  const recorded = await handler.load(schedule, stream);
  if (recorded.state.status === 'ABSENT') {
    by.onTraceless?.();
    return '';
  }
  if (isDone(recorded, by)) return writtenAt(recorded);
  const command = { type: 'Archive', now: now() } as const;
  const context = { ...by, correlation: sellerId };
  return writtenAt(await handler.handle(schedule, stream, command, context, recorded));
};
