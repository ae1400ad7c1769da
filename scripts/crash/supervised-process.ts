import { setTimeout as delay } from 'node:timers/promises';
import { within } from '#/ledger/concurrency/within.ts';
import type { Launched } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';

/** `waiting` = ended, to be started again. */
type State = 'waiting' | 'starting' | 'up' | 'frozen';

interface ProcessOptions {
  readonly name: string;
  readonly launch: () => Launched;
  /** Must resolve before a start. */
  readonly untilStartsAllowed: () => Promise<void>;
  readonly say: (line: string) => void;
}

const START_AGAIN_MS = 300;
const STOP_TIMEOUT_MS = 25_000;

/** The line that names the error, or the last one outside a stack trace. */
const reasonOf = (error: unknown): string => {
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split('\n');
  const isTrace = (line: string): boolean => /^\s|^[{}]/.test(line);
  return (
    lines.find((line) => /^[\w ]*error\b/i.test(line)) ??
    lines.findLast((line) => !isTrace(line)) ??
    ''
  );
};

/** Starts a process again whenever it ends, until `stop`. */
export const superviseProcess = ({ name, launch, untilStartsAllowed, say }: ProcessOptions) => {
  const ending = new AbortController();
  const unexpectedExits: string[] = [];
  let launched: Launched | undefined;
  let state: State = 'waiting';
  let isEnding = false;

  /** Runs the process from its start to its end. */
  const once = async (): Promise<void> => {
    const began = performance.now();
    isEnding = false;
    launched = launch();
    state = 'starting';
    try {
      await launched.up;
      state = 'up';
      say(`${name} is up after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    } catch (error) {
      sendSignal(launched.pid, 'SIGKILL');
      // A start may fail while the database is being killed.
      if (!isEnding && !ending.signal.aborted) say(`${name} did not start: ${reasonOf(error)}`);
      isEnding = true;
    }
    const how = await launched.gone;
    state = 'waiting';
    if (!isEnding && !ending.signal.aborted)
      unexpectedExits.push(`${name} ended by itself with ${how}`);
  };

  const run = (async () => {
    while (!ending.signal.aborted) {
      await untilStartsAllowed();
      await once();
      await delay(START_AGAIN_MS);
    }
  })();

  const pid = (): number => launched?.pid ?? 0;
  const thaw = (): void => {
    if (state !== 'frozen') return;
    state = 'up';
    sendSignal(pid(), 'SIGCONT');
  };

  return {
    name,
    pid,
    state: () => state,
    /** Exits that the test did not cause. */
    unexpectedExits: (): readonly string[] => unexpectedExits,
    /** The process is being killed, so its end is expected. */
    expectEnd: (): void => {
      isEnding = true;
      state = 'waiting';
    },
    /** Kills the process alone: others share the Postgres that it may have started. */
    kill: (): void => {
      isEnding = true;
      state = 'waiting';
      sendSignal(pid(), 'SIGKILL');
    },
    freeze: (forMs: number): void => {
      const frozen = pid();
      state = 'frozen';
      sendSignal(frozen, 'SIGSTOP');
      setTimeout(() => {
        if (pid() === frozen) thaw();
      }, forMs).unref();
    },
    thaw,
    /** Stops as Ctrl-C does, without a restart. */
    stop: async (): Promise<void> => {
      ending.abort();
      thaw();
      sendSignal(pid(), 'SIGINT');
      await within(STOP_TIMEOUT_MS, run, () => sendSignal(pid(), 'SIGKILL'));
      await run;
    },
  };
};

export type SupervisedProcess = ReturnType<typeof superviseProcess>;
