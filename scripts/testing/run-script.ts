import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const COMMANDS = join(import.meta.dirname, '..', 'commands');

export interface ScriptEnd {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command as `npm run <name> -- …` does. */
export const runScript = async (
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ScriptEnd> => {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [join(COMMANDS, `${name}.ts`), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // Output may come after `exit`.
  await once(child, 'close');
  return { code: child.exitCode, output };
};
