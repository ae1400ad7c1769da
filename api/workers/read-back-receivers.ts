import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/composition/core.ts';
import { streamOf } from '#/domain/ids.ts';
import { readBackReceiver } from '#/domain/workflows/register-receiver.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { every, sideBySide } from './every.ts';

/** A registration of which the acquirer may have more to say. */
export interface OpenRegistration {
  readonly sellerId: string;
  readonly provider: string;
  readonly registrationId: string;
}

const SWEEP_MS = 1_000;
const SIDE_BY_SIDE = 4;
const FIRST_PAUSE_MS = 2_000;
/** Acquirers take days to look at documents. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Who is due to be asked about: first soon, then less and less often. */
const createPatience = (firstPauseMs: number) => {
  const waiting = new Map<string, { readonly dueAt: number; readonly pauseMs: number }>();
  const isDue = (id: string, nowMs: number): boolean => {
    const { dueAt, pauseMs } = waiting.get(id) ?? { dueAt: undefined, pauseMs: firstPauseMs / 2 };
    if (dueAt !== undefined && dueAt > nowMs) return false;
    const next = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    waiting.set(id, { dueAt: nowMs + next, pauseMs: next });
    return dueAt !== undefined;
  };
  return (all: readonly OpenRegistration[], nowMs: number): readonly OpenRegistration[] => {
    const open = new Set(all.map(({ registrationId }) => registrationId));
    for (const id of waiting.keys()) if (!open.has(id)) waiting.delete(id);
    return all.filter(({ registrationId }) => isDue(registrationId, nowMs));
  };
};

/** Asks acquirers about registrations until they say active or rejected, and about those whose answer never came. */
export const startReceiverReadBack = (parts: {
  readonly core: Pick<Core, 'handler' | 'dispatch' | 'ports'>;
  readonly firstPauseMs?: number;
  readonly open: () => Promise<readonly OpenRegistration[]>;
  readonly onFailure: (error: unknown) => void;
}) => {
  const { core, open, onFailure } = parts;
  const due = createPatience(parts.firstPauseMs ?? FIRST_PAUSE_MS);

  const readBack = async ({ sellerId, provider, registrationId }: OpenRegistration) => {
    const { state } = await core.handler.load(receiver, streamOf('receiver', sellerId));
    const registration = state.registrations[provider];
    if (registration?.requested.registrationId !== registrationId) return;
    const commands = await readBackReceiver(registration, core.ports);
    const platform = registration.requested.platformId;
    const context = { platform, actor: 'system', correlation: registrationId };
    await core.dispatch(
      commands.map((command) => ({
        addressed: { to: 'receiver', id: sellerId, command },
        context: { ...context, commandId: randomUUID() },
      })),
    );
  };

  return every(
    SWEEP_MS,
    async () => {
      const chosen = due(await open(), Date.now());
      await sideBySide(chosen, SIDE_BY_SIDE, (it) => readBack(it).catch(onFailure));
    },
    onFailure,
  );
};
