import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const secretsSchema = z.strictObject({
  /** 32 bytes: wraps the keys of personal data. Losing it loses every name and address; keep it apart from the database. */
  masterKey: z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes'),
  sessionSecret: z.string().min(32),
  /** Keys request digests and derived ids; changing it forgets Idempotency-Keys. */
  idempotencySecret: z.string().min(32),
  sandboxSecretKey: z.string().min(16),
  sandboxPublicKey: z.string().min(16),
  sandboxWebhookSecret: z.string().min(16),
});

export type Secrets = z.output<typeof secretsSchema>;

const secret = () => randomBytes(32).toString('base64');

const invented = (): Secrets => ({
  masterKey: secret(),
  sessionSecret: secret(),
  idempotencySecret: secret(),
  sandboxSecretKey: `sk_${randomBytes(24).toString('hex')}`,
  sandboxPublicKey: `pk_${randomBytes(24).toString('hex')}`,
  sandboxWebhookSecret: `wh_${randomBytes(24).toString('hex')}`,
});

const fromEnvironment = (env: NodeJS.ProcessEnv): Partial<Record<keyof Secrets, string>> => {
  const named = {
    masterKey: env.KEK,
    sessionSecret: env.SESSION_SECRET,
    idempotencySecret: env.IDEMPOTENCY_SECRET,
    sandboxSecretKey: env.SANDBOX_SECRET_KEY,
    sandboxPublicKey: env.SANDBOX_PUBLIC_KEY,
    sandboxWebhookSecret: env.SANDBOX_WEBHOOK_SECRET,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
};

const readOrInvent = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const secrets = invented();
  // Only its owner may read it, and two starts at once may not each write their own.
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  return secrets;
};

/**
 * What must not be in the database: from `KEK`, `SESSION_SECRET` and the like, else from `secrets.json` in the data
 * folder, which the first start writes.
 */
export const loadSecrets = async (dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> => {
  await mkdir(dataDir, { recursive: true });
  const kept = await readOrInvent(join(dataDir, 'secrets.json'));
  const all = { ...z.record(z.string(), z.string()).parse(kept), ...fromEnvironment(env) };
  return secretsSchema.parse(all);
};
