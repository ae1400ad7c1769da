import type { Timers } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';

const LONGEST_PAUSE_MS = 20;

/** Pauses for as long as the preceding work took, at most 20 ms, so that others get their share. */
export const pauseAfterWork = (workedMs: number, signal?: AbortSignal): Promise<void> =>
  thisMachine.pause(Math.min(workedMs, LONGEST_PAUSE_MS), signal);

const BETWEEN_COMMITS_MS = 20;

/** The first event after a quiet period is shown at once; the events of the pause after it go into one transaction. */
export const pauseBetweenCommits = (signal: AbortSignal, timers: Timers): Promise<void> =>
  timers.pause(BETWEEN_COMMITS_MS, signal);
