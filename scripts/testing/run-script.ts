import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '..');

/** How a command ended, and everything that it said. */
export interface ScriptEnd {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `scripts/<name>.ts` to its end as a process of its own, as `npm run <name> -- …` does. */
export const runScript = async (
  name: string,
  wanted: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ScriptEnd> => {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [join(SCRIPTS, `${name}.ts`), ...wanted], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // All of its words, too: they may come after its end.
  await once(child, 'close');
  return { code: child.exitCode, output };
};
