import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const HTTP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const APPEND_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PROVIDER_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

interface Registers {
  readonly registers: Registry[];
}

/** Recorded as events happen. */
const createCountedMetrics = ({ registers }: Registers) => ({
  httpSeconds: new Histogram({
    name: 'razao_http_request_seconds',
    help: 'Time until an answer was sent, by procedure and status',
    labelNames: ['route', 'status'],
    buckets: HTTP_BUCKETS,
    registers,
  }),
  httpAborted: new Counter({
    name: 'razao_http_requests_aborted_total',
    help: 'Requests whose caller left before the answer',
    labelNames: ['route'],
    registers,
  }),
  httpLimited: new Counter({
    name: 'razao_http_requests_limited_total',
    help: 'Requests that were refused because their address asked too often, by the limit; they are not logged',
    labelNames: ['limit'],
    registers,
  }),
  liveSockets: new Gauge({ name: 'razao_live_sockets', help: 'Open live sockets', registers }),
  appendSeconds: new Histogram({
    name: 'razao_append_seconds',
    help: 'Time until an append had its outcome, the wait in the queue included',
    labelNames: ['outcome'],
    buckets: APPEND_BUCKETS,
    registers,
  }),
  appendedEvents: new Counter({
    name: 'razao_appended_events_total',
    help: 'Events this process appended to the log',
    registers,
  }),
  cspViolations: new Counter({
    name: 'razao_csp_violations_total',
    help: 'Violations of the content security policy that browsers reported, by directive',
    labelNames: ['directive'],
    registers,
  }),
  readModelReads: new Counter({
    name: 'razao_read_model_reads_total',
    help: 'Questions to read models, by the database that answered: `primary`, or `replica-<n>` in the order given',
    labelNames: ['place'],
    registers,
  }),
  webhooks: new Counter({
    name: 'razao_webhooks_total',
    help: 'Notices of providers, by what became of them on arrival',
    labelNames: ['provider', 'reception'],
    registers,
  }),
  noticeReadBacks: new Counter({
    name: 'razao_notice_read_backs_total',
    help: 'Charges and payouts looked up because of notices, `genuine` or `unproved`; one is for all notices that wait',
    labelNames: ['standing'],
    registers,
  }),
  noticesDropped: new Counter({
    name: 'razao_notices_dropped_total',
    help: 'Unproved and unreadable notices that had to go because there were too many',
    registers,
  }),
});

const createProviderMetrics = ({ registers }: Registers) => ({
  providerSeconds: new Histogram({
    name: 'razao_provider_call_seconds',
    help: 'Time of calls to payment providers, by operation and outcome',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: PROVIDER_BUCKETS,
    registers,
  }),
  unheardWords: new Counter({
    name: 'razao_provider_unheard_words_total',
    help: 'Answers of payment providers with an unknown status word',
    labelNames: ['provider', 'operation'],
    registers,
  }),
});

/** Sign-ins, and access to personal data. */
const createAccessMetrics = ({ registers }: Registers) => ({
  signIns: new Counter({
    name: 'razao_sign_ins_total',
    help: 'Attempts to sign in, by outcome; does not say whether the account exists',
    labelNames: ['outcome'],
    registers,
  }),
  unrecordedAccess: new Counter({
    name: 'razao_unrecorded_accesses_total',
    help: 'Sign-ins and openings of personal data that could not be written to the log',
    registers,
  }),
});

const createWaitingGauge = (what: string, registers: Registers['registers']) =>
  new Gauge({
    name: `razao_${what.toLowerCase()}_for_people`,
    help: `${what} of which a person must decide what became of them`,
    registers,
  });

/** What waits for a decision by staff, read at each scrape. */
const createPeopleMetrics = ({ registers }: Registers) => ({
  paymentsAwaitingStaff: createWaitingGauge('Payments', registers),
  withdrawalsAwaitingStaff: createWaitingGauge('Withdrawals', registers),
  refundsAwaitingStaff: createWaitingGauge('Refunds', registers),
  registrationsAwaitingStaff: createWaitingGauge('Registrations', registers),
  unappliedCents: new Gauge({
    name: 'razao_unapplied_cents',
    help: 'Money that acquirers say came in and that no sale explains',
    registers,
  }),
});

/** What policies could not do, read at each scrape. */
const createParkedMetrics = ({ registers }: Registers) => ({
  policyParked: new Gauge({
    name: 'razao_policy_parked_events',
    help: 'Events that a policy could not deal with, kept for people',
    registers,
  }),
  policyQueuesHeld: new Gauge({
    name: 'razao_policy_queues_held',
    help: 'Aggregates and streams whose later events wait for one that a policy could not deal with',
    registers,
  }),
});

/** Read at each scrape. */
const createScrapedMetrics = ({ registers }: Registers) => ({
  projectionLag: new Gauge({
    name: 'razao_projection_lag_events',
    help: 'Events a read model is behind the head of the log, counted up to 10,000',
    labelNames: ['projection'],
    registers,
  }),
  projectionDegraded: new Gauge({
    name: 'razao_projection_degraded',
    help: '1 while a read model is parked and shows what is old',
    labelNames: ['projection'],
    registers,
  }),
  policyBacklog: new Gauge({
    name: 'razao_policy_backlog_events',
    help: 'Events whose consequences were not carried out yet, counted up to 10,000',
    labelNames: ['runner'],
    registers,
  }),
  noticesWaiting: new Gauge({
    name: 'razao_notice_subjects_waiting',
    help: 'Charges and payouts that wait to be looked up because of notices, in all processes',
    labelNames: ['standing'],
    registers,
  }),
  noticesUnproved: new Gauge({
    name: 'razao_notice_subjects_unproved',
    help: 'Targets of notices that are neither proved nor known here, in all processes',
    registers,
  }),
  sealLagEvents: new Gauge({
    name: 'razao_seal_lag_events',
    help: 'Events that no seal covers yet, counted up to 10,000',
    registers,
  }),
  sealLagSeconds: new Gauge({
    name: 'razao_seal_lag_seconds',
    help: 'Time that the first of them has waited for its seal',
    registers,
  }),
  recordsCut: new Gauge({
    name: 'razao_records_cut',
    help: 'Streams of which the event store is known to hide events, or that were deleted there',
    registers,
  }),
  logConnected: new Gauge({
    name: 'razao_log_writer_connected',
    help: '1 while this process can write to the log',
    registers,
  }),
  replicaInUse: new Gauge({
    name: 'razao_database_replica_in_use',
    help: '1 while a replica is asked in its turn; 0 while it is away or behind',
    labelNames: ['replica'],
    registers,
  }),
  poolConnections: new Gauge({
    name: 'razao_database_pool_connections',
    help: 'Connections of the pool of queries, by state; `waiting` are requests for one',
    labelNames: ['state'],
    registers,
  }),
});

/** In Prometheus's base units. Labels come from closed lists, not from callers. */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    ...createCountedMetrics({ registers }),
    ...createProviderMetrics({ registers }),
    ...createAccessMetrics({ registers }),
    ...createScrapedMetrics({ registers }),
    ...createParkedMetrics({ registers }),
    ...createPeopleMetrics({ registers }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
