import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import type { Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { AcquirerDirectory } from '#/api/acquiring/accounts.ts';
import type { Callers } from '#/api/auth/callers.ts';
import type { Recovery } from '#/api/auth/links/recovery.ts';
import type { Registrations } from '#/api/people/onboarding/registrations.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import type { Trail } from '#/api/auth/trail.ts';
import type { GatewayOf } from '#/api/payments/acquirers.ts';
import type { CardTries } from '#/api/payments/cards/card-tries.ts';
import type { Core } from './core.ts';
import type { Demo } from './exposure.ts';
import type { OpenMail } from './open-mail.ts';
import type { Hub } from '#/api/live/hub.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import type { OutsideServices } from '#/api/operations/outside-services.ts';
import type { Replicas } from '#/api/reads/replicas.ts';
import type { TakePoint } from '#/api/http/request-limits.ts';
import type { Notices } from '#/api/webhooks/notices.ts';

/** What handlers of calls use. */
export interface Services {
  /** The log and what reads and writes it: every recorded change goes through it. */
  readonly core: Core;
  readonly database: Pool;
  readonly replicas: Replicas;
  readonly projections: RunningProjections;
  readonly seals: SealTable;
  /** Available acquirers, and the fields of an account at each. */
  readonly acquirers: AcquirerDirectory;
  readonly files: CheckedFileStorage;
  readonly mail: OpenMail;
  readonly outside: OutsideServices;
  /** Events that policies and reactions failed to handle, and how many later events wait for them. */
  readonly checkpoints: Pick<Checkpoints, 'listParked' | 'countQueued'>;
  readonly notices: Pick<Notices, 'list' | 'get' | 'preview' | 'redeliver'>;
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly callers: Callers;
  readonly trail: Trail;
  readonly recovery: Recovery;
  readonly registrations: Registrations;
  readonly limit: TakePoint;
  readonly cardTries: CardTries;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Number of our proxies before this server. */
  readonly proxies: number;
  /** With `none` there is no sandbox either. */
  readonly demo: Demo;
  /** Returns what the browser needs to turn a card into a provider's token. */
  readonly gatewayOf: GatewayOf;
  /** Sandbox only: address that acts as the buyer's bank. */
  readonly sandboxPayUrl: (transactionId: string) => string;
  /** Keyed digest of an address, for the log. */
  readonly clientDigest: (address: string) => string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}
