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
  const stopping = new AbortController();
  const unexpectedExits: string[] = [];
  let launched: Launched | undefined;
  let state: State = 'waiting';
  let isExpected = false;

  /** Runs the process from its start to its end. */
  const runOnce = async (): Promise<void> => {
    const began = performance.now();
    isExpected = false;
    launched = launch();
    state = 'starting';
    try {
      await launched.up;
      state = 'up';
      say(`${name} is up after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    } catch (error) {
      sendSignal(launched.pid, 'SIGKILL');
      // A start may fail while the database is being killed.
      if (!isExpected && !stopping.signal.aborted) say(`${name} did not start: ${reasonOf(error)}`);
      isExpected = true;
    }
    const exit = await launched.gone;
    state = 'waiting';
    if (!isExpected && !stopping.signal.aborted)
      unexpectedExits.push(`${name} ended by itself with ${exit}`);
  };

  const run = (async () => {
    while (!stopping.signal.aborted) {
      await untilStartsAllowed();
      await runOnce();
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
    /** Call this before something else kills the process, so that its end is expected. */
    expectEnd: (): void => {
      isExpected = true;
      state = 'waiting';
    },
    /** Kills the process alone: others share the Postgres that it may have started. */
    kill: (): void => {
      isExpected = true;
      state = 'waiting';
      sendSignal(pid(), 'SIGKILL');
    },
    freeze: (forMs: number): void => {
      const frozenPid = pid();
      state = 'frozen';
      sendSignal(frozenPid, 'SIGSTOP');
      setTimeout(() => {
        if (pid() === frozenPid) thaw();
      }, forMs).unref();
    },
    thaw,
    /** Stops as Ctrl-C does, without a restart. */
    stop: async (): Promise<void> => {
      stopping.abort();
      thaw();
      sendSignal(pid(), 'SIGINT');
      await within(STOP_TIMEOUT_MS, run, () => sendSignal(pid(), 'SIGKILL'));
      await run;
    },
  };
};

export type SupervisedProcess = ReturnType<typeof superviseProcess>;
