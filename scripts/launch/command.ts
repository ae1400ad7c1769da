import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { z } from 'zod';
import { within } from '#/ledger/concurrency/within.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { failureSentence } from './failure-sentence.ts';
import { stopSignals, StopRequested, waitForStop } from './stop-signals.ts';

/** Wrong arguments; the message says how to correct them. */
export class UsageError extends OperatorError {}

/** Something outside of the program prevents the command. */
export class BadEnvironment extends OperatorError {}

interface Command {
  /** Printed by `--help`: what it does, usage, options and environment. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
  /** A server keeps running after `run`, and exits with 0 after a stop signal. */
  readonly isServer?: (arguments_: CommandArguments) => boolean;
  /** Milliseconds to continue after a stop signal (default 8,000). */
  readonly finishMs?: number;
  readonly run: (arguments_: CommandArguments, lifetime: Lifetime) => Promise<void>;
}

export interface Lifetime {
  /** Aborts on a stop signal; pass it to work that takes long. */
  readonly stopping: AbortSignal;
  /** Closed newest first when the command ends. */
  readonly resources: AsyncDisposableStack;
}

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

/** @throws UsageError that names the first wrong option */
export const readOptions = <Options>(
  schema: z.ZodType<Options>,
  values: CommandArguments['values'],
): Options => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message}. See --help.`);
};

/** Time for a stopped command to finish. */
const FINISH_MS = 8_000;
/** Time for a failed command to close resources. */
const CLOSE_MS = 5_000;
/** Open resources keep the process alive no longer than this. */
const LINGER_MS = 1_000;

/** Prints one sentence and, with LOG_LEVEL=debug, the whole error. */
const report = (error: unknown): void => {
  console.error(failureSentence(error));
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
};

/** Rejects `finishMs` after a stop signal. (`within` would count from its call.) */
const failWhenTimeIsUp = async (
  finishMs: number,
  stopping: AbortSignal,
  ended: AbortSignal,
): Promise<never> => {
  await waitForStop(stopping);
  await delay(finishMs, undefined, { signal: ended });
  throw stopping.reason;
};

/** An uncaught exception would end the process without closing resources. */
const failOnUncaught = (): Promise<never> => {
  const { promise, reject } = Promise.withResolvers<never>();
  process.on('uncaughtException', reject);
  return promise;
};

type End = 'done' | 'failed' | 'stopped';

/** After a failure there is one time limit for all; otherwise each resource limits its own time. */
const closeAll = async (resources: AsyncDisposableStack, end: End): Promise<void> => {
  try {
    const closed = resources.disposeAsync();
    await (end === 'failed' ? within(CLOSE_MS, closed, () => undefined) : closed);
  } catch (error) {
    report(error);
    process.exitCode = 1;
  }
};

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
    // Work that a stop interrupts may fail in any way; only an operator's error is worth printing.
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

/** A failure becomes one sentence on stderr and exit code 1. */
export const runCommand = async (command: Command): Promise<void> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(command.help.trim());
    return;
  }
  const stopping = stopSignals();
  const resources = new AsyncDisposableStack();
  const end = await perform(command, stopping, resources);
  await closeAll(resources, end);
  // Interrupted work must not begin anything more.
  if (end !== 'done') process.exit();
  setTimeout(() => process.exit(), LINGER_MS).unref();
};
