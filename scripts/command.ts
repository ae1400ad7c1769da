import { parseArgs } from 'node:util';
import type { ParseArgsConfig, ParseArgsOptionsConfig } from 'node:util';

/** Something outside the program is wrong and its owner can mend it; the message is one sentence that says how. */
export class BadEnvironment extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'BadEnvironment';
  }
}

/** The `code` of a Node or Postgres error (`EADDRINUSE`, `28P01`), or undefined. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

interface Command<Options extends ParseArgsOptionsConfig> {
  /** Shown by `--help`: first a line of what it does, then usage, options and environment. */
  readonly help: string;
  readonly options?: Options;
  readonly allowPositionals?: boolean;
  readonly run: (
    values: ReturnType<typeof parseArgs<{ options: Options }>>['values'],
    positionals: readonly string[],
  ) => Promise<void>;
}

const parse = <Options extends ParseArgsOptionsConfig>(command: Command<Options>) => {
  const config: ParseArgsConfig & { options: Options } = {
    options: command.options ?? ({} as Options),
    allowPositionals: command.allowPositionals ?? false,
  };
  try {
    return parseArgs(config);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadEnvironment(`${reason.split('. ')[0] ?? reason}. See --help.`);
  }
};

/**
 * Runs one command of `scripts/`: `--help` prints its text, a `BadEnvironment` becomes its sentence on stderr, and
 * any failure a non-zero exit code.
 */
export const runCommand = async <Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): Promise<void> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(command.help.trim());
    return;
  }
  try {
    const { values, positionals } = parse(command);
    await command.run(values, positionals);
  } catch (error) {
    console.error(error instanceof BadEnvironment ? error.message : error);
    process.exitCode = 1;
  }
};
