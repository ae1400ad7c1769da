import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { DecisionTime, Policy } from '#/domain/policies/policy.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import type { Work } from '#/ledger/checkpoints/checkpoints.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { isPassing } from '#/ledger/database/database-away.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { Dispatch } from '#/ledger/dispatch.ts';
import { LogRewound } from '#/ledger/event-store.ts';
import { inContextOf } from '#/ledger/handle-command.ts';

interface Given {
  readonly policy: string;
  readonly event: RecordedEvent;
}

export type Ready = Given & { readonly dispatches: readonly Dispatch[] };

export type Failed = Given & { readonly error: unknown };

export type PolicyResult = Ready | Failed;

/** No retry with what was read can succeed. */
export const isRewound = (error: unknown): boolean => error instanceof LogRewound;

export const workOf = ({ policy, event }: Given): Work => {
  const { position, stream, revision } = event;
  return { policy, position, stream, revision };
};

const dispatchesOf = (
  policy: string,
  { id, position, meta: { platform, correlation } }: RecordedEvent,
  addressed: readonly AddressedCommand[],
): readonly Dispatch[] => {
  const commandId = (_command: AddressedCommand, ordinal: number) =>
    derivedId('policy', policy, id, String(ordinal));
  const cause = { platform, actor: `policy:${policy}`, correlation, commandId, since: position };
  return inContextOf(cause, addressed);
};

export const decisionTimeOf = async ({ now, epoch }: Ports): Promise<DecisionTime> => ({
  now: now(),
  epoch: await epoch(),
});

export const runPolicy = (
  { name, react }: Policy,
  event: RecordedEvent,
  at: DecisionTime,
): PolicyResult => {
  try {
    return { policy: name, event, dispatches: dispatchesOf(name, event, react(event, at)) };
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
    return addressed && { policy: name, event, dispatches: dispatchesOf(name, event, addressed) };
  } catch (error) {
    if (isPassing(error)) throw error;
    return { policy: name, event, error };
  }
};
