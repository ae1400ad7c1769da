import { z } from 'zod';

const flag = z.stringbool().default(true);

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

/** What the server reads from the environment; README.md lists it. */
const schema = z.object({
  /** Address at which browsers and providers reach us; by default this machine's. */
  PUBLIC_URL: z.url().optional(),
  /** How many proxies of ours stand before us; their X-Forwarded-For is believed. */
  PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** Streaming copies of the database that answer reads in turn, separated by commas. */
  DATABASE_REPLICA_URLS: replicaUrls,
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /** Seconds between `/readyz` turning 503 and the doors closing, for load balancers to notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** File or http(s) address that is given the hash and signature of every seal. */
  SEAL_ANCHOR: z.string().min(1).optional(),
  /** ViaCEP or a service that speaks like it. */
  POSTAL_CODE_URL: z.url().default('https://viacep.com.br'),
  /** Off only where one machine plays many buyers: tests and measurements. */
  RATE_LIMITS: flag,
});

export type ApiEnvironment = z.output<typeof schema>;

/** @throws Error with one sentence that names the first variable that does not fit */
export const readApiEnvironment = (env: NodeJS.ProcessEnv): ApiEnvironment => {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${String(issue?.path[0])} is not usable: ${issue?.message}.`);
};
