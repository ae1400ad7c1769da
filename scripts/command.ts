import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

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

interface Command {
  /** Shown by `--help`: first a line of what it does, then usage, options and environment. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  readonly allowPositionals?: boolean;
  readonly run: (arguments_: CommandArguments) => Promise<void>;
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

/**
 * Runs one command of `scripts/`: `--help` prints its text, a `BadEnvironment` becomes its sentence on stderr, and
 * any failure a non-zero exit code.
 */
export const runCommand = async (command: Command): Promise<void> => {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(command.help.trim());
    return;
  }
  try {
    await command.run(parse(command));
  } catch (error) {
    console.error(error instanceof BadEnvironment ? error.message : error);
    process.exitCode = 1;
  }
};
