import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { DecisionTime, Policy } from '#/domain/policies/policy.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import type { Work } from '#/ledger/checkpoints/checkpoints.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Dispatch } from '#/ledger/dispatch.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import { inContextOf, type Cause } from '#/ledger/handle-command.ts';

interface PolicyOnEvent {
  readonly policy: string;
  readonly event: RecordedEvent;
}

/** A policy or reaction has decided these commands. */
export type Ready = PolicyOnEvent & { readonly dispatches: readonly Dispatch[] };

/** A policy or reaction has thrown. */
export type Failed = PolicyOnEvent & { readonly error: unknown };

export type PolicyResult = Ready | Failed;

/** Whether the log has lost events, so that no retry with what was read before can succeed. */
export const isRewound = (error: unknown): boolean => error instanceof LogRewound;

export const workOf = ({ policy, event }: PolicyOnEvent): Work => {
  const { position, stream, revision } = event;
  return { policy, position, stream, revision };
};

const causeOf = (
  policy: string,
  { id, position, meta: { platform, correlation } }: RecordedEvent,
): Cause<AddressedCommand> => ({
  platform,
  actor: `policy:${policy}`,
  correlation,
  commandId: (_command, ordinal) => derivedId('policy', policy, id, String(ordinal)),
  since: position,
});

export const decisionTimeOf = async ({ now, epoch }: Ports): Promise<DecisionTime> => ({
  now: now(),
  epoch: await epoch(),
});

/** @param rewinds the store's `rewinds` when the event was read: other aggregates do not know whether the log has lost it since */
export const runPolicy = (
  { name, react }: Policy,
  event: RecordedEvent,
  { at, rewinds }: { readonly at: DecisionTime; readonly rewinds: number },
): PolicyResult => {
  try {
    const cause = { ...causeOf(name, event), rewinds };
    return { policy: name, event, dispatches: inContextOf(cause, react(event, at)) };
  } catch (error) {
    return { policy: name, event, error };
  }
};

/** Undefined = the reaction is not for this event. @throws errors after which a retry may succeed */
export const runReaction = async (
  { name, react }: Reaction,
  event: RecordedEvent,
  ports: Ports,
): Promise<PolicyResult | undefined> => {
  try {
    const addressed = await react(event, ports);
    if (addressed === undefined) return undefined;
    // The answer is recorded even if the log has lost events since: its commands are to the event's own aggregate, whose state shows that
    // loss.
    return { policy: name, event, dispatches: inContextOf(causeOf(name, event), addressed) };
  } catch (error) {
    if (isPassing(error)) throw error;
    return { policy: name, event, error };
  }
};
