import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { OperatorError } from '#/ledger/operator-error.ts';
import { failureSentence } from './failure-sentence.ts';
import { stopSignals, StopRequested, stopRequested } from './stop-signals.ts';

/** What a command was given, or found around it, is wrong; the message is one sentence that says how to put it right. */
export class BadEnvironment extends OperatorError {}

/** The `code` of a Node or Postgres error (`EADDRINUSE`, `28P01`), or undefined. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

interface Command {
  /** Shown by `--help`: first a line of what it does, then usage, options and environment. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
  /** Whether it is a server: it then stays after `run` until it is told to stop, and that is its good end (0). */
  readonly isServer?: (arguments_: CommandArguments) => boolean;
  /** How long it may go on when it is told to stop (default 8,000). */
  readonly finishMs?: number;
  readonly run: (arguments_: CommandArguments, lifetime: Lifetime) => Promise<void>;
}

/** What makes a command end well, whatever ends it. */
export interface Lifetime {
  /** Aborts when the command is told to stop, by Ctrl-C for one; whatever takes long should take it. */
  readonly stopping: AbortSignal;
  /** What was opened, given back newest first when the command ends. */
  readonly owned: AsyncDisposableStack;
}

/** Options by their long names, and what stands beside them. */
export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

const parse = ({ options = {}, allowPositionals = false }: Command): CommandArguments => {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadEnvironment(`${reason.split('. ')[0]}. See --help.`);
  }
};

const FINISH_MS = 8_000;
/** A command that failed gives back what it owns within this time. */
const GIVE_BACK_MS = 5_000;
/** What is still open after the end of a command keeps its process no longer than this. */
const LINGER_MS = 1_000;

/** One sentence; the whole of it on demand. */
const report = (error: unknown): void => {
  console.error(failureSentence(error));
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
};

/** Rejects with why the command stops, once it has had its time to finish. */
const timeIsUp = async (
  finishMs: number,
  stopping: AbortSignal,
  ended: AbortSignal,
): Promise<never> => {
  await stopRequested(stopping);
  await delay(finishMs, undefined, { signal: ended });
  throw stopping.reason;
};

/** Rejects with what nobody caught, which would otherwise end the process with everything open. */
const uncaught = (): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  return promise;
};

/** How the work of a command ended. */
type End = 'done' | 'failed' | 'stopped';

/** What is owned bounds the time of its own stop; after a failure there is a limit for all of it. */
const giveBack = async (owned: AsyncDisposableStack, end: End): Promise<void> => {
  const settled = new AbortController();
  const late = delay(GIVE_BACK_MS, undefined, settled).catch(() => undefined);
  try {
    const given = owned.disposeAsync();
    await (end === 'failed' ? Promise.race([given, late]) : given);
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
  settled.abort();
};

/** Does the work of a command, and reports what fails. */
const perform = async (
  command: Command,
  stopping: AbortSignal,
  owned: AsyncDisposableStack,
): Promise<End> => {
  const { finishMs = FINISH_MS } = command;
  let isServer = false;
  const work = async (): Promise<void> => {
    const given = parse(command);
    isServer = command.isServer?.(given) === true;
    await command.run(given, { stopping, owned });
    if (isServer) await stopRequested(stopping);
  };
  const ended = new AbortController();
  try {
    await Promise.race([work(), uncaught(), timeIsUp(finishMs, stopping, ended.signal)]);
    return 'done';
  } catch (error) {
    const { reason } = stopping;
    // What a stop cut short may fail in any way; only a sentence made for people is of use to them.
    if (!(reason instanceof StopRequested) || error instanceof OperatorError) report(error);
    if (!(reason instanceof StopRequested)) {
      process.exitCode = 1;
      return 'failed';
    }
    if (!isServer) process.exitCode = reason.exitCode;
    return 'stopped';
  } finally {
    ended.abort();
  }
};

/**
 * Runs one command of `scripts/`; `--help` prints its text. Whatever fails becomes one sentence on stderr and code 1, and
 * what the command owns is given back within a bounded time. A command that is told to stop may finish for a moment, and
 * ends with the code of the signal; a server ends with 0.
 */
export const runCommand = async (command: Command): Promise<void> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(command.help.trim());
    return;
  }
  const stopping = stopSignals();
  const owned = new AsyncDisposableStack();
  const end = await perform(command, stopping, owned);
  await giveBack(owned, end);
  // What still goes on of a work that was cut short must not begin anything more.
  if (end !== 'done') process.exit();
  setTimeout(() => process.exit(), LINGER_MS).unref();
};
