import { forbidden, isSource, type Rule } from './tree.ts';

/** Files that may use the machine's own clock and randomness; others in their folders may not. */
const realForms: ReadonlySet<string> = new Set([
  // The port itself, and stores whose connections have timeouts.
  'ledger/machine.ts',
  'ledger/stores/eventstoredb/client.ts',
  'ledger/stores/eventstoredb/follow.ts',
  'ledger/stores/eventstoredb/incoming.ts',
  'ledger/stores/eventstoredb/lineage.ts',
  'ledger/stores/eventstoredb/reader.ts',
  'ledger/stores/memory.ts',
  'ledger/stores/postgres/listener.ts',
  'ledger/stores/postgres/pending.ts',
  'ledger/stores/postgres/reader.ts',
  'ledger/stores/postgres/writer-lock.ts',
  'ledger/stores/postgres/writer.ts',
  // Suites of tests.
  'ledger/contract/checkpointing.ts',
  'ledger/contract/hiding.ts',
  'ledger/contract/reading.ts',
  'ledger/contract/samples.ts',
  // Connections to other services.
  'adapters/anchor/anchor.ts',
  'adapters/mail/smtp.ts',
  'adapters/payments/kit/network/certificates.ts',
  'adapters/payments/kit/network/exchange.ts',
  'adapters/payments/kit/network/network.ts',
  'adapters/storage/disk-folder.ts',
  'adapters/storage/disk.ts',
  'adapters/storage/s3.ts',
  // Acquirers of our own, which are programs of their own.
  'adapters/payments/sandbox/cut-later.ts',
  'adapters/payments/sandbox/notices.ts',
  'adapters/payments/sandbox/server.ts',
  'adapters/payments/sandbox/store.ts',
  'adapters/payments/sandbox/vices.ts',
  'adapters/payments/simulators/notices.ts',
  'adapters/payments/simulators/simulator.ts',
  // The code that starts the product, and talks to clients and to the operating system.
  'api/auth/back-off.ts',
  'api/auth/device-cookie.ts',
  'api/auth/links/invitations.ts',
  'api/auth/live-session.ts',
  'api/auth/second-factor/codes.ts',
  'api/auth/sessions.ts',
  'api/composition/compose-core.ts',
  'api/composition/open-files.ts',
  'api/composition/own.ts',
  'api/composition/sandbox-process.ts',
  'api/composition/seal-key.ts',
  'api/composition/secret-file.ts',
  'api/composition/secrets.ts',
  'api/composition/whole-record.ts',
  'api/http/admission.ts',
  'api/http/http-server.ts',
  'api/http/request-deadline.ts',
  'api/http/request-limits.ts',
  'api/http/waiting-room.ts',
  'api/live/attach-live.ts',
  'api/live/connection.ts',
  'api/live/rechecks.ts',
  'api/main.ts',
  'api/operations/expose-metrics.ts',
  'api/operations/observation.ts',
  'api/operations/readiness.ts',
  'api/operations/test-services.ts',
  'api/pages/backoffice-page.ts',
  'api/pages/csp-reports.ts',
  'api/pages/drawn-document.ts',
  'api/pages/security-headers.ts',
  'api/reads/replicas.ts',
]);
const getsMachine = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !realForms.has(path);

/** Other code gets time and randomness only through the port of the machine. */
export const machine: Rule = forbidden(
  /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b|(?<![\w.#])fetch\(/,
  'time and chance come from domain/ports/machine.ts, so that a simulation can give its own',
  getsMachine,
);

/** Caches that forget after some time read the clock themselves, unless they are given one. */
export const cacheClock: Rule = (tree) =>
  [...tree]
    .filter(([path, text]) => isSource(path) && getsMachine(path) && /\bnew LRUCache\b/.test(text))
    .filter(([, text]) => /\bttl:/.test(text) && !/\bperf:/.test(text))
    .map(([path]) => `${path}: a cache expires by the machine’s clock: give it \`perf\``);
