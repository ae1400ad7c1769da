import { setTimeout as delay } from 'node:timers/promises';
import { within } from '#/ledger/concurrency/within.ts';
import type { Launched } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';

/** `waiting`: ended, and will be started again. */
type State = 'waiting' | 'starting' | 'up' | 'frozen';

interface ProcessOptions {
  readonly name: string;
  readonly launch: () => Launched;
  /** The process is not started before this resolves. */
  readonly gate: () => Promise<void>;
  readonly say: (line: string) => void;
}

const START_AGAIN_MS = 300;
const STOP_TIMEOUT_MS = 25_000;

/** Returns the output line that names the error, or else the last line that is not part of a stack trace. */
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

/** Supervises one process: whenever it ends, for whatever reason, it is started again in the same place, until `stop`. */
export const superviseProcess = ({ name, launch, gate, say }: ProcessOptions) => {
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
      // A start may fail while the database is being killed; it is tried again.
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
      await gate();
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
    /** Pid of the current process. */
    pid,
    state: () => state,
    /** How the process ended when the test did not kill it. */
    unexpectedExits: (): readonly string[] => unexpectedExits,
    /** Notes that the process is being killed: it counts as down at once, and its end is not reported as unexpected. */
    expectEnd: (): void => {
      isEnding = true;
      state = 'waiting';
    },
    /** Sends SIGKILL to the process alone: all processes share the Postgres that it may have started. */
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
    /** Stops the process as Ctrl-C does, and does not restart it. */
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
