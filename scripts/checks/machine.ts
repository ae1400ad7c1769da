import { forbidden, isSource, type Rule } from './tree.ts';

/** Files that may use the machine's own clock, timers, random numbers and network. Why: README.md, decisions. */
const exemptFiles: ReadonlySet<string> = new Set([
  // The port itself, and stores whose connections have timeouts.
  'ledger/machine.ts',
  'ledger/stores/eventstoredb/client.ts',
  'ledger/stores/eventstoredb/follow.ts',
  'ledger/stores/eventstoredb/incoming.ts',
  'ledger/stores/eventstoredb/lineage.ts',
  'ledger/stores/eventstoredb/reader.ts',
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
  // Simulated acquirers, which are programs of their own.
  'adapters/payments/sandbox/cut-later.ts',
  'adapters/payments/sandbox/notices.ts',
  'adapters/payments/sandbox/server.ts',
  'adapters/payments/sandbox/store.ts',
  'adapters/payments/sandbox/vices.ts',
  'adapters/payments/simulators/notices.ts',
  'adapters/payments/simulators/simulator.ts',
  // The start of the product; a script for browsers.
  'api/main.ts',
  'api/pages/drawn-document.ts',
]);
const mustUsePort = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !exemptFiles.has(path);

/** Other code gets time and randomness through the port of the machine. */
export const machine: Rule = forbidden(
  /\bDate\.now\b|\bnew Date\b(?!\()|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b|\bhrtime\b|\bscheduler\.wait\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|\bMath\.random\b|\brandom(?:UUID|Bytes|Int|Fill|FillSync)\b|\bgetRandomValues\b|(?<![\w.#])fetch\(/,
  'time and chance come from domain/ports/machine.ts, so that a simulation can give its own',
  mustUsePort,
);

/** A cache whose entries expire reads the machine's clock unless it is given one. */
export const cacheClock: Rule = (tree) =>
  [...tree]
    .filter(([path, text]) => isSource(path) && mustUsePort(path) && /\bnew LRUCache\b/.test(text))
    .filter(([, text]) => /\bttl:/.test(text) && !/\bperf:/.test(text))
    .map(([path]) => `${path}: a cache expires by the machine’s clock: give it \`perf\``);
