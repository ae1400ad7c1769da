import { z } from 'zod';

import { startSandbox } from './server.ts';
import { vicesSetting } from './vices.ts';

/** Runs the sandbox until SIGTERM or the end of the process that forked it. When ready, prints `{"url":"…"}`, and sends it to that process. */

const environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_DATABASE: z.string(),
  SANDBOX_PUBLIC_URL: z.url().optional(),
  SANDBOX_SECRET_KEY: z.string(),
  SANDBOX_PUBLIC_KEY: z.string(),
  SANDBOX_WEBHOOK_SECRET: z.string(),
  SANDBOX_LOST_REPLY_CUT_AFTER_MS: z.coerce.number().int().min(0).default(15_000),
  SANDBOX_VICES: vicesSetting.optional(),
});

const run = async (): Promise<void> => {
  let close = async (): Promise<void> => undefined;
  const stop = (): void => {
    void close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  // The parent may have ended meanwhile.
  if (process.send !== undefined && !process.connected) stop();
  // A terminal sends Ctrl-C to the parent too, and the parent then stops this process.
  if (process.send !== undefined)
    process.on('SIGINT', () => undefined).on('SIGHUP', () => undefined);
  else process.once('SIGINT', stop);
  const env = environment.parse(process.env);
  const sandbox = await startSandbox({
    port: env.SANDBOX_PORT,
    host: env.SANDBOX_HOST,
    databaseFile: env.SANDBOX_DATABASE,
    ...(env.SANDBOX_PUBLIC_URL && { publicUrl: env.SANDBOX_PUBLIC_URL }),
    secretKey: env.SANDBOX_SECRET_KEY,
    publicKey: env.SANDBOX_PUBLIC_KEY,
    webhookSecret: env.SANDBOX_WEBHOOK_SECRET,
    lostReplyCutAfterMs: env.SANDBOX_LOST_REPLY_CUT_AFTER_MS,
    vices: env.SANDBOX_VICES,
  });
  close = sandbox.close;
  process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
  process.send?.({ url: sandbox.url });
};

await run().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`sandbox: ${message}\n`);
  process.exit(1);
});
