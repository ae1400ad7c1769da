import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OperatorError } from '#/ledger/operator-error.ts';
import { vicesText, type Vices } from '#/adapters/payments/sandbox/vices.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Secrets } from './secrets.ts';
import { within } from '#/ledger/concurrency/within.ts';

const MAIN = fileURLToPath(import.meta.resolve('#/adapters/payments/sandbox/main.ts'));
const READY_TIMEOUT_MS = 15_000;
const RESTART_MS = 500;

const ready = z.object({ url: z.url() });

export interface SandboxProcess {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const waitUntilListening = (child: ChildProcess): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const failure = (how: string): OperatorError =>
    new OperatorError(`The sandbox acquirer did not start (it ${how}): start again.`);
  // Ctrl-C in a terminal ends the child too; then the operator stopped the start, and it did not fail.
  const wasSignalled = (signal: NodeJS.Signals | null): boolean =>
    signal === 'SIGINT' || signal === 'SIGHUP';
  child.once('message', (message) => resolve(ready.parse(message).url));
  child.once('exit', (code, signal) =>
    reject(
      wasSignalled(signal)
        ? new Error('the sandbox got a signal to stop')
        : failure(`ended with ${code ?? signal}`),
    ),
  );
  return within(READY_TIMEOUT_MS, promise, () => {
    throw failure('took too long');
  });
};

/** Starts the sandbox acquirer as a process of its own, and restarts it on the same port when it dies. */
export const startSandboxProcess = async (options: {
  readonly databaseFile: string;
  readonly publicUrl: string;
  readonly secrets: Secrets;
  /** How it misbehaves; undefined = not at all. */
  readonly vices?: Vices | undefined;
  readonly onProblem: (error: unknown) => void;
}): Promise<SandboxProcess> => {
  const { databaseFile, publicUrl, secrets, vices, onProblem } = options;
  let stopping = false;

  const launch = (port: string): ChildProcess =>
    fork(MAIN, {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        SANDBOX_PORT: port,
        SANDBOX_DATABASE: databaseFile,
        SANDBOX_PUBLIC_URL: publicUrl,
        SANDBOX_SECRET_KEY: secrets.sandboxSecretKey,
        SANDBOX_PUBLIC_KEY: secrets.sandboxPublicKey,
        SANDBOX_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
        ...(vices && { SANDBOX_VICES: vicesText(vices) }),
        ...(process.env.SANDBOX_LOST_REPLY_CUT_AFTER_MS && {
          SANDBOX_LOST_REPLY_CUT_AFTER_MS: process.env.SANDBOX_LOST_REPLY_CUT_AFTER_MS,
        }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });

  let child = launch('0');
  const url = await waitUntilListening(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const { port } = new URL(url);

  const watch = (): void => {
    child.once('exit', (code) => {
      if (stopping) return;
      onProblem(new Error(`the sandbox ended with ${code}; starting it again`));
      void (async () => {
        await thisMachine.pause(RESTART_MS);
        if (stopping) return;
        child = launch(port);
        watch();
      })();
    });
  };
  watch();

  return {
    url,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await within(3_000, gone, () => undefined);
      child.kill('SIGKILL');
    },
  };
};
