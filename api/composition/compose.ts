import type { Logger } from 'pino';
import {
  accountFrom,
  providerListings,
  isKnownStatus,
  labelOf,
} from '#/adapters/payments/provider-listings.ts';
import { apiOf } from '#/adapters/payments/kit/account-api.ts';
import { readCertificate } from '#/adapters/payments/kit/network/certificates.ts';
import { viaCep } from '#/adapters/postal-code/viacep.ts';
import { createCallers } from '#/api/auth/callers.ts';
import { createRegistrations } from '#/api/people/onboarding/registrations.ts';
import { createRecovery } from '#/api/auth/links/recovery.ts';
import { openSessions } from '#/api/auth/sessions.ts';
import { createTrail } from '#/api/auth/trail.ts';
import { anyCardTries, createCardTries } from '#/api/payments/cards/card-tries.ts';
import { clientDigests } from '#/api/http/client-address.ts';
import type { ServedFiles } from '#/api/files/routes.ts';
import type { Health } from '#/api/operations/health.ts';
import { exposeMetrics, type MetricSources } from '#/api/operations/expose-metrics.ts';
import { createMetrics, type Metrics } from '#/api/operations/metrics.ts';
import type { Services } from './api-services.ts';
import { watchOutsideServices, type OutsideServices } from '#/api/operations/outside-services.ts';
import { attentionChecks, readinessChecks } from '#/api/operations/readiness.ts';
import { createRequestLimits, noLimits, type RequestLimits } from '#/api/http/request-limits.ts';
import type { Notices } from '#/api/webhooks/notices.ts';
import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { countConnections, isWritable } from '#/ledger/database/connections.ts';
import { countPaymentsAwaitingStaff } from '#/projections/investigations.ts';
import { countRegistrationsAwaitingStaff } from '#/projections/receivers/receivers-queries.ts';
import { countRefundsAwaitingStaff } from '#/projections/refunds.ts';
import { countWithdrawalsAwaitingStaff } from '#/projections/withdrawals-queries.ts';
import { reachOf } from './compose-core.ts';
import { openFiles, type FilesPlace } from './open-files.ts';
import { openMail, type MailOptions } from './open-mail.ts';
import { openReads, type ReadsOptions } from './open-reads.ts';
import { openRecord, type RecordOptions } from './open-record.ts';
import { openWork, type WorkOptions } from './open-work.ts';
import { createRegisterCleanup, type RegisterCleanup } from './register-cleanup.ts';

export interface Composition extends RecordOptions, ReadsOptions, WorkOptions, MailOptions {
  readonly files: FilesPlace;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly postalCodeUrl: string;
  readonly proxies: number;
  readonly limits: RequestLimits;
  readonly logger: Logger;
}

export interface Composed {
  readonly services: Services;
  readonly notices: Notices;
  readonly findPostalAddress: FindPostalAddress;
  readonly servedFiles: ServedFiles | undefined;
  readonly health: Pick<Health, 'checks' | 'attention' | 'metrics'>;
  /** Makes `/readyz` refuse further traffic. */
  readonly drain: () => void;
  /** Finishes work in progress and closes all resources, newest first. */
  readonly stop: () => Promise<void>;
}

/** Services that follow from the settings alone. */
const servicesFromSettings = ({
  secrets,
  sandboxUrl,
  publicUrl,
  proxies,
  demo,
  logger,
}: Composition) => ({
  publicUrl,
  proxies,
  demo,
  logger,
  acquirers: {
    listings: providerListings().filter(({ id }) => id !== 'sandbox' || sandboxUrl !== undefined),
    labelOf,
    apiOf,
    isKnownStatus,
    accountFrom: (id: string, values: Readonly<Record<string, string>>, hasReceiver: boolean) =>
      accountFrom(id, values, { reach: reachOf(demo), hasReceiver }),
    readCertificate,
  },
  gatewayOf: (providerId: string) =>
    providerId === 'sandbox'
      ? { gatewayPublicKey: secrets.sandboxPublicKey, tokenizerUrl: '/sandbox/card-tokens' }
      : { gatewayPublicKey: '', tokenizerUrl: null },
  sandboxPayUrl: (transactionId: string) => `/sandbox/payments/${transactionId}/pay`,
});

const createHealth = (
  sources: MetricSources & { readonly isWritable: () => Promise<boolean> },
  isClockTrue: () => boolean,
  metrics: Metrics,
): Pick<Composed, 'health' | 'drain'> => {
  let draining = false;
  return {
    health: {
      checks: readinessChecks({ ...sources, isClockTrue, isDraining: () => draining }),
      attention: attentionChecks(sources),
      metrics: exposeMetrics(metrics, sources),
    },
    drain: () => {
      draining = true;
    },
  };
};

const outsideOf = (
  { files: { s3 }, postalCodeUrl }: Composition,
  storage: CheckedFileStorage,
  now: () => Timestamp,
): OutsideServices =>
  watchOutsideServices({ storage, s3, postalCodeUrl, find: viaCep(postalCodeUrl), now });

const openLinks = (
  dependencies: Parameters<typeof createRegistrations>[0],
  registerCleanup: RegisterCleanup,
) => {
  const recovery = createRecovery(dependencies);
  registerCleanup('mails for new passwords', recovery.stop);
  const registrations = createRegistrations(dependencies);
  registerCleanup('mails to register', registrations.stop);
  return { recovery, registrations };
};

/**
 * Opens the parts of the server. If a part fails to open, closes those that are open.
 * @throws WrongMasterKey, LogMismatch, CutRecord, WrongSealKey, SealsDisagree, NoCheckpoint
 */
export const compose = async (options: Composition): Promise<Composed> => {
  const { secrets, publicUrl, logger } = options;
  await using stack = new AsyncDisposableStack();
  const registerCleanup = createRegisterCleanup(stack, (what, err) =>
    logger.warn({ what, err }, 'could not be given back'),
  );
  const metrics = createMetrics();
  const openedFiles = await openFiles(options.files, publicUrl, secrets);
  const { storage, served: servedFiles } = openedFiles;
  const record = await openRecord(options, { openedFiles, metrics }, registerCleanup);
  const { pool, copy, core, seals, writerConnected } = record;
  const sessions = await openSessions({ ...options, copy });
  registerCleanup('the sessions', sessions.close);
  const trail = createTrail({ core, logger, metrics });
  registerCleanup('the trail', trail.stop);
  const links = openLinks({ core, sessions, logger }, registerCleanup);
  const reads = await openReads(options, record, metrics, registerCleanup);
  const { running: projections, hub, replicas } = reads;
  const mail = await openMail(options, { pool, now: core.now }, registerCleanup);
  const shared = { sessions, mail, metrics, logger };
  const work = await openWork(options, record, reads, shared, registerCleanup);
  const { notices, checkpoints, policies } = work;
  const services: Services = {
    core,
    database: pool,
    replicas,
    projections,
    seals,
    files: storage,
    mail,
    outside: outsideOf(options, storage, core.now),
    hub,
    sessions,
    callers: createCallers({ sessions, records: core.records, demo: options.demo }),
    trail,
    ...links,
    clientDigest: clientDigests(secrets.sessionSecret),
    limit: createRequestLimits(options.limits),
    cardTries: options.limits === noLimits ? anyCardTries : createCardTries(),
    notices,
    checkpoints,
    ...servicesFromSettings(options),
    metrics,
  };
  const log = { store: core.store, seals, writerConnected };
  const sources = {
    ...log,
    connections: () => countConnections(pool),
    isWritable: () => isWritable(pool),
    replicas,
    projections,
    policies,
    checkpoints,
    notices,
    paymentsAwaitingStaff: () => countPaymentsAwaitingStaff(pool),
    withdrawalsAwaitingStaff: () => countWithdrawalsAwaitingStaff(pool),
    refundsAwaitingStaff: () => countRefundsAwaitingStaff(pool),
    registrationsAwaitingStaff: () => countRegistrationsAwaitingStaff(pool),
    files: services.outside.storage,
  };
  const opened = stack.move();
  return {
    services,
    notices,
    findPostalAddress: services.outside.postalCode.find,
    servedFiles,
    ...createHealth(sources, core.ports.isClockTrue, metrics),
    stop: () => opened.disposeAsync(),
  };
};
