import { z } from 'zod';
import { vicesSetting } from '#/adapters/payments/sandbox/vices.ts';
import { OperatorError } from '#/ledger/operator-error.ts';
import type { PoliciesFrom } from './policies-from.ts';

const onByDefault = z.stringbool().default(true);

const replicaUrls = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
  .pipe(
    z.array(
      z.string().regex(/^postgres(?:ql)?:\/\/./, {
        message: 'it is no list like postgres://user:password@host:5432/database,postgres://…',
      }),
    ),
  );

/** An http(s) address; a slash at its end is removed. */
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** A public address: without a path, since links and cookies begin at its root, and without a password, since the start prints it. */
const origin = address
  .refine(
    (text) => {
      const { pathname, search, hash, username, password } = new URL(text);
      return pathname === '/' && [search, hash, username, password].every((part) => part === '');
    },
    { message: 'it is no address like https://pay.example.com, without a path or a user' },
  )
  .transform((text) => new URL(text).origin);

/** If these are set, files are stored in an S3-compatible service. */
const s3 = {
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/)
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Address of public files for browsers, if it is not the bucket's own. */
  S3_PUBLIC_URL: address.optional(),
};

const schema = z.object({
  /** Address at which browsers and providers reach us; by default this machine's. */
  PUBLIC_URL: origin.optional(),
  /** Local address to listen on; 0.0.0.0 or :: means all. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Whether there are demo data and the sandbox; unset = only if the public address is this machine's. */
  DEMO: z.stringbool().optional(),
  /** Number of our proxies before this server; their X-Forwarded-For is trusted. */
  PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Streaming replicas that answer reads in turn, separated by commas. */
  DATABASE_REPLICA_URLS: replicaUrls,
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** Seconds between `/readyz` turning 503 and the end of listening. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Where policies without a checkpoint begin: `beginning`, `end`, or after this position. */
  POLICIES_FROM: z
    .string()
    .regex(/^(?:beginning|end|[a-z0-9:]{20,64})$/, { message: 'it is no position of a log' })
    // The start compares the position with the log.
    .transform((text) => (text === 'beginning' ? '' : text) as PoliciesFrom)
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** File or http(s) address that receives every seal. */
  SEAL_ANCHOR: z.string().min(1).optional(),
  /** ViaCEP or a service with the same API. */
  POSTAL_CODE_URL: z.url().default('https://viacep.com.br'),
  /** With user and password: `smtp://` upgrades to TLS, `smtps://` begins with it. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of all mails: `Name <address>`, or the address alone. */
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      message: 'it is no address, like Razão <contas@example.com>',
    })
    .optional(),
  /** Off in tests and measurements, where one machine plays many buyers. */
  RATE_LIMITS: onByDefault,
  /** How the sandbox misbehaves in tests. */
  SANDBOX_VICES: vicesSetting.optional(),
  ...s3,
});

type Variables = z.output<typeof schema>;

export type ApiEnvironment = Omit<Variables, keyof typeof s3 | 'SMTP_URL' | 'MAIL_FROM'> & {
  readonly s3: ReturnType<typeof s3Of>;
  readonly smtp: ReturnType<typeof smtpOf>;
};

const smtpOf = ({ SMTP_URL: url, MAIL_FROM: from }: Variables) => {
  if (url === undefined) return undefined;
  if (from === undefined) throw new OperatorError('MAIL_FROM is missing: mails by SMTP need it.');
  return { url, from };
};

const requireVariable = (env: Variables, name: keyof typeof s3): string => {
  const value = env[name];
  if (value === undefined) throw new OperatorError(`${name} is missing: files at S3 need it.`);
  return value;
};

const s3Of = (env: Variables) => {
  const isConfigured = Object.keys(s3).some(
    (name) => name !== 'S3_REGION' && name in env && env[name as keyof typeof s3] !== undefined,
  );
  if (!isConfigured) return undefined;
  return {
    endpoint: requireVariable(env, 'S3_ENDPOINT'),
    bucket: requireVariable(env, 'S3_BUCKET'),
    region: env.S3_REGION,
    accessKeyId: requireVariable(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable(env, 'S3_SECRET_ACCESS_KEY'),
    publicUrl: env.S3_PUBLIC_URL,
  };
};

/** @throws OperatorError that names the first invalid variable */
export const readApiEnvironment = (env: NodeJS.ProcessEnv): ApiEnvironment => {
  const parsed = schema.safeParse(env);
  if (parsed.success) return { ...parsed.data, s3: s3Of(parsed.data), smtp: smtpOf(parsed.data) };
  const [issue] = parsed.error.issues;
  throw new OperatorError(`${String(issue?.path[0])} is not usable: ${issue?.message}.`);
};
