import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { AcquirerCatalogue } from '#/api/acquiring/accounts.ts';
import type { Callers } from '#/api/auth/callers.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import type { Trail } from '#/api/auth/trail.ts';
import type { GatewayOf } from '#/api/payments/acquirers.ts';
import type { CardTries } from '#/api/cards/card-tries.ts';
import type { Core } from './core.ts';
import type { Demo } from './exposure.ts';
import type { Hub } from '#/api/live/hub.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import type { Replicas } from '#/api/reads/replicas.ts';
import type { TakePoint } from '#/api/http/request-limits.ts';
import type { Notices } from '#/api/webhooks/notices.ts';

/** Everything the API works with, made once by `composition/compose.ts` and handed to every call. */
export interface Parts {
  /** The writing side: every change goes through it. */
  readonly core: Core;
  /** The primary, where everything is written; `readFresh` may ask a replica in its place. */
  readonly database: Pool;
  readonly replicas: Replicas;
  readonly projections: RunningProjections;
  /** What is sealed; who seals is started apart. */
  readonly seals: SealTable;
  /** Those that there are, and what an account at one is. */
  readonly acquirers: AcquirerCatalogue;
  /** Where uploads lie. */
  readonly files: CheckedFileStorage;
  readonly notices: Pick<Notices, 'list' | 'get' | 'preview' | 'redeliver'>;
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly callers: Callers;
  readonly trail: Trail;
  readonly limit: TakePoint;
  readonly cardTries: CardTries;
  /** Where the world reaches us, without a slash at the end. */
  readonly publicUrl: string;
  /** How many proxies of ours stand between us and the world. */
  readonly proxies: number;
  /** What this start is; without the demo there is no sandbox. */
  readonly demo: Demo;
  /** What the browser needs of a provider to turn card data into a token. */
  readonly gatewayOf: GatewayOf;
  /** Sandbox only: where the buyer's bank is played. */
  readonly sandboxPayUrl: (transactionId: string) => string;
  /** An address as the log may hold it. */
  readonly clientDigest: (address: string) => string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}
