import { hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#/domain/values/parse-json.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import { parseMasterKeys, WrongMasterKey, type MasterKeys } from '#/ledger/vault/master-keys.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { makeFolder } from './make-folder.ts';
import { writeOnce } from './secret-file.ts';

const secretsSchema = z.strictObject({
  /** Encrypts the keys of personal data. Without it every name and address is lost; it must be stored apart from the database. */
  masterKey: z.string(),
  sessionSecret: z.string().min(32),
  /** The key of request digests and derived ids; changing it invalidates Idempotency-Keys. */
  idempotencySecret: z.string().min(32),
  /** Signs links to files, and makes webhook addresses unguessable; changing it changes these addresses. */
  filesSecret: z.string().min(32).optional(),
  sandboxSecretKey: z.string().min(16),
  sandboxPublicKey: z.string().min(16),
  sandboxWebhookSecret: z.string().min(16),
});

type StoredSecrets = z.output<typeof secretsSchema>;

export type Secrets = Omit<StoredSecrets, 'masterKey' | 'filesSecret'> & {
  readonly filesSecret: string;
  readonly masterKeys: MasterKeys;
};

const secret = () => thisMachine.bytes(32).toString('base64');

const generateSecrets = (): StoredSecrets => ({
  masterKey: secret(),
  sessionSecret: secret(),
  idempotencySecret: secret(),
  filesSecret: secret(),
  sandboxSecretKey: `sk_${thisMachine.bytes(24).toString('hex')}`,
  sandboxPublicKey: `pk_${thisMachine.bytes(24).toString('hex')}`,
  sandboxWebhookSecret: `wh_${thisMachine.bytes(24).toString('hex')}`,
});

/** @throws WrongMasterKey */
const masterKeyOf = async ({ KEK, KEK_FILE }: NodeJS.ProcessEnv): Promise<string | undefined> => {
  if (KEK_FILE === undefined) return KEK;
  if (KEK !== undefined)
    throw new WrongMasterKey('KEK and KEK_FILE are both set: set one of them.');
  return readFile(KEK_FILE, 'utf8').catch((error: unknown) => {
    const reason = errorCodeOf(error) ?? 'unreadable';
    throw new WrongMasterKey(`KEK_FILE cannot be read at ${KEK_FILE}: ${reason}.`);
  });
};

const readFromEnvironment = async (
  env: NodeJS.ProcessEnv,
): Promise<Partial<Record<keyof StoredSecrets, string>>> => {
  const values = {
    masterKey: await masterKeyOf(env),
    sessionSecret: env.SESSION_SECRET,
    idempotencySecret: env.IDEMPOTENCY_SECRET,
    filesSecret: env.FILES_SECRET,
    sandboxSecretKey: env.SANDBOX_SECRET_KEY,
    sandboxPublicKey: env.SANDBOX_PUBLIC_KEY,
    sandboxWebhookSecret: env.SANDBOX_WEBHOOK_SECRET,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
};

/** Returns the name of a secret's variable: `SESSION_SECRET` for `sessionSecret`. */
const variableOf = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();

const readOrCreate = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  await writeOnce(file, `${JSON.stringify(generateSecrets(), null, 2)}\n`);
  return readOrCreate(file);
};

/** Derives the secret for installations older than file storage, so that every process has the same one. */
const deriveFilesSecret = (idempotencySecret: string): string =>
  Buffer.from(hkdfSync('sha256', idempotencySecret, '', 'files', 32)).toString('base64');

/** Reads variables, or `secrets.json` in the data folder, which the first start writes. @throws OperatorError */
export const loadSecrets = async (dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> => {
  await makeFolder(dataDir);
  const file = join(dataDir, 'secrets.json');
  const stored = z.record(z.string(), z.string()).safeParse(parseJson(await readOrCreate(file)));
  const configured = await readFromEnvironment(env);
  const parsed = secretsSchema.safeParse({ ...stored.data, ...configured });
  if (!stored.success || !parsed.success) {
    const issue = parsed.error?.issues[0];
    const name = String(issue?.path[0]);
    if (name in configured) {
      throw new OperatorError(`${variableOf(name)} is not usable: ${issue?.message}.`);
    }
    throw new OperatorError(
      `The secrets at ${file} are not whole: bring back a copy of that file, or remove it where nothing is kept yet.`,
    );
  }
  const { masterKey, ...secrets } = parsed.data;
  const filesSecret = secrets.filesSecret ?? deriveFilesSecret(secrets.idempotencySecret);
  return { ...secrets, filesSecret, masterKeys: parseMasterKeys(masterKey) };
};
