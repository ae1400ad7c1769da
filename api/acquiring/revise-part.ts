import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import type { Decider } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { activeDetails, type RecordCommand, type RecordState } from '#/domain/record.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { isDone } from '#/ledger/idempotency.ts';

/** After this many attempts that found another change, the last refusal is thrown: staff never change one record so often at once. */
const MOST_TRIES = 5;

const isBehind = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'record/changed-meanwhile';

/**
 * Revises a part of a record. If the record changes meanwhile, applies the change to the newest revision, so that neither change is lost.
 * @param change returns the details with the part changed @returns position
 * @throws Refused `record/not-found`, `record/archived`, `record/changed-meanwhile` after `MOST_TRIES`, and what `change` throws
 */
export const revisePart = async <Details, Event extends DomainEvent>(
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  decider: Decider<RecordCommand<Details>, Event, RecordState<Details>>,
  stream: string,
  change: (details: Details) => Details | Promise<Details>,
  context: CommandContext,
): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    const recorded = await handler.load(decider, stream);
    const { state } = recorded;
    if (isDone(recorded, context)) return writtenAt(recorded);
    const details = await change(activeDetails(state));
    const basedOn = state.status === 'ABSENT' ? 0 : state.revision;
    const command = { type: 'Revise', details, basedOn, now: now() } as const;
    try {
      return writtenAt(await handler.handle(decider, stream, command, context));
    } catch (error) {
      if (tries === MOST_TRIES || !isBehind(error)) throw error;
    }
  }
};
