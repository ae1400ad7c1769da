import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
import { within } from '#/ledger/concurrency/within.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { failureSentence } from './failure-sentence.ts';
import { stopSignals, StopRequested, waitForStop } from './stop-signals.ts';

/** The arguments of a command are wrong; the message is one sentence that says how to correct them. */
export class UsageError extends OperatorError {}

/** Something outside of the program prevents the command. The message says what, and how to correct it if that is known. */
export class BadEnvironment extends OperatorError {}

/** The `code` of a Node or Postgres error (`EADDRINUSE`, `28P01`), or undefined. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

interface Command {
  /** Printed by `--help`: first a line that says what it does, then usage, options and environment. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
  /** Whether it is a server, which keeps running after `run` until it gets a stop signal, and then exits with 0. */
  readonly isServer?: (arguments_: CommandArguments) => boolean;
  /** Milliseconds that it may continue after a stop signal (default 8,000). */
  readonly finishMs?: number;
  readonly run: (arguments_: CommandArguments, lifetime: Lifetime) => Promise<void>;
}

/** Lets a command end cleanly, for whatever reason it ends. */
export interface Lifetime {
  /** Aborts on a stop signal such as Ctrl-C; pass it to all work that takes long. */
  readonly stopping: AbortSignal;
  /** Opened resources, closed newest first when the command ends. */
  readonly resources: AsyncDisposableStack;
}

/** Options by their long names, and positional arguments. */
export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

const parse = ({ options = {}, allowPositionals = false }: Command): CommandArguments => {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${reason.split('. ')[0]}. See --help.`);
  }
};

/**
 * Parses the options of a command by its schema.
 * @throws UsageError that names the first option whose value is wrong
 */
export const readOptions = <Options>(
  schema: z.ZodType<Options>,
  values: CommandArguments['values'],
): Options => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message}. See --help.`);
};

/** Time limit for a stopped command to finish its work, unless the command sets its own. */
const FINISH_MS = 8_000;
/** Time limit for a failed command to close its resources. */
const CLOSE_MS = 5_000;
/** Resources that are still open after the end of a command keep the process alive no longer than this. */
const LINGER_MS = 1_000;

/** Prints one sentence; with LOG_LEVEL=debug the whole error. */
const report = (error: unknown): void => {
  console.error(failureSentence(error));
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
};

/**
 * Rejects with the reason for the stop, once the command has had `finishMs` since the stop. `within` would not do: its time would begin
 * before the stop.
 */
const failWhenTimeIsUp = async (
  finishMs: number,
  stopping: AbortSignal,
  ended: AbortSignal,
): Promise<never> => {
  await waitForStop(stopping);
  await delay(finishMs, undefined, { signal: ended });
  throw stopping.reason;
};

/** Rejects on an uncaught exception, which would otherwise end the process without closing its resources. */
const failOnUncaught = (): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  return promise;
};

/** How a command's work ended. */
type End = 'done' | 'failed' | 'stopped';

/**
 * Closes what the command opened. After a failure there is one time limit for all of it; otherwise each resource must limit its own time.
 */
const closeAll = async (resources: AsyncDisposableStack, end: End): Promise<void> => {
  try {
    const closed = resources.disposeAsync();
    await (end === 'failed' ? within(CLOSE_MS, closed, () => undefined) : closed);
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
};

/** Runs a command's work, and reports its failure. */
const perform = async (
  command: Command,
  stopping: AbortSignal,
  resources: AsyncDisposableStack,
): Promise<End> => {
  const { finishMs = FINISH_MS } = command;
  let isServer = false;
  const work = async (): Promise<void> => {
    const parsed = parse(command);
    isServer = command.isServer?.(parsed) === true;
    await command.run(parsed, { stopping, resources });
    if (isServer) await waitForStop(stopping);
  };
  const ended = new AbortController();
  try {
    await Promise.race([
      work(),
      failOnUncaught(),
      failWhenTimeIsUp(finishMs, stopping, ended.signal),
    ]);
    return 'done';
  } catch (error) {
    const { reason } = stopping;
    // Work that a stop interrupts may fail in any way; only errors made for the operator are worth printing.
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
 * Runs one command of `scripts/`; `--help` prints its text. A failure becomes one sentence on stderr and exit code 1, and the command's
 * resources are closed within a bounded time. After a stop signal the command has `finishMs` to finish its work. If the work fails
 * meanwhile or is not finished by then, the process exits with the code of the signal. A server exits with 0.
 */
export const runCommand = async (command: Command): Promise<void> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(command.help.trim());
    return;
  }
  const stopping = stopSignals();
  const resources = new AsyncDisposableStack();
  const end = await perform(command, stopping, resources);
  await closeAll(resources, end);
  // Interrupted work that is still running must not begin anything more.
  if (end !== 'done') process.exit();
  setTimeout(() => process.exit(), LINGER_MS).unref();
};
