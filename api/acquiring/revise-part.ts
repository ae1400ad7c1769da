import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { activeDetails, type RecordCommand, type RecordState } from '#/domain/aggregates/record.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { isDone } from '#/ledger/idempotency.ts';

/** After this many attempts, the last refusal is thrown. */
const MOST_TRIES = 5;

const isBehind = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'record/changed-meanwhile';

/**
 * Changes a record. If another change is recorded meanwhile, tries again with the newest revision, unless `basedOn` is given.
 * @param basedOn the revision to change; any other is refused. Absent = the newest @returns position
 * @throws Refused `record/not-found`, `record/archived`, `record/changed-meanwhile`, and what `change` throws
 */
export const revisePart = async <Details, Event extends DomainEvent>(
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  stream: string,
  change: (details: Details) => Details | Promise<Details>,
  context: CommandContext,
  basedOn?: number,
): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    const recorded = await handler.load(decider, stream);
    const { state } = recorded;
    if (isDone(recorded, context)) return writtenAt(recorded);
    const before = activeDetails(state);
    const revision = state.status === 'ABSENT' ? 0 : state.revision;
    if (basedOn !== undefined && basedOn !== revision)
      throw new Refused('record/changed-meanwhile', { revision });
    const details = await change(before);
    const command = { type: 'Revise', details, basedOn: revision, now: now() } as const;
    try {
      return writtenAt(await handler.handle(decider, stream, command, context));
    } catch (error) {
      if (tries === MOST_TRIES || !isBehind(error)) throw error;
    }
  }
};
