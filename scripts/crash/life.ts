import { setTimeout as delay } from 'node:timers/promises';
import type { Launched } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';

/** `waiting` to be started again. */
type State = 'waiting' | 'starting' | 'up' | 'frozen';

interface LifeOptions {
  readonly name: string;
  readonly launch: () => Launched;
  /** Nobody is started before this has resolved. */
  readonly gate: () => Promise<void>;
  readonly say: (line: string) => void;
}

const START_AGAIN_MS = 300;
const STOP_TIMEOUT_MS = 25_000;

/** Of all that it said the line that names the error, else the last one that is no line of a stack. */
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

/** A supervisor's hold on one process: when it ends, however it did, it is started again in the same place. */
export const createLife = ({ name, launch, gate, say }: LifeOptions) => {
  const ending = new AbortController();
  const accidents: string[] = [];
  let launched: Launched | undefined;
  let state: State = 'waiting';
  let isEnding = false;

  /** From its start to its end. */
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
      // Whoever starts while its database is being killed may fail; it must not fail for good.
      if (!isEnding && !ending.signal.aborted) say(`${name} did not start: ${reasonOf(error)}`);
      isEnding = true;
    }
    const how = await launched.gone;
    state = 'waiting';
    if (!isEnding && !ending.signal.aborted) accidents.push(`${name} ended by itself with ${how}`);
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
    /** Of its present life. */
    pid,
    state: () => state,
    /** How it ended though nobody killed it. */
    accidents: (): readonly string[] => accidents,
    /** It will be killed by somebody. */
    expectEnd: (): void => {
      isEnding = true;
    },
    /** SIGKILL to the process alone: a Postgres that it started is everybody's. */
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
    /** Ctrl-C, for good. */
    stop: async (): Promise<void> => {
      ending.abort();
      thaw();
      sendSignal(pid(), 'SIGINT');
      const killTimer = setTimeout(() => sendSignal(pid(), 'SIGKILL'), STOP_TIMEOUT_MS);
      await run;
      clearTimeout(killTimer);
    },
  };
};

export type Life = ReturnType<typeof createLife>;
