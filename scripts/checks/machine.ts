import { forbidden, type Rule } from './tree.ts';

/**
 * Files that may use the machine's own clock and randomness: the real implementations of ports, and the code that talks to clients and to
 * the operating system.
 */
const realForms = [
  'ledger/machine.ts',
  'ledger/stores/',
  'ledger/contract/',
  'adapters/anchor/',
  'adapters/mail/smtp.ts',
  'adapters/postal-code/',
  'adapters/storage/',
  'adapters/payments/evidence/',
  'adapters/payments/kit/network/certificates.ts',
  'adapters/payments/kit/network/exchange.ts',
  'adapters/payments/kit/network/network.ts',
  'adapters/payments/sandbox/',
  'adapters/payments/simulators/',
  'api/auth/',
  'api/composition/',
  'api/http/',
  'api/live/',
  'api/operations/',
  'api/pages/',
  'api/reads/replicas.ts',
  'api/main.ts',
];
const getsMachine = (path: string): boolean =>
  /^(?:domain|ledger|projections|adapters|api)\//.test(path) &&
  !/\.(?:test|contract|cases)\.ts$|\/testing\/|\/double\//.test(path) &&
  !realForms.some((place) => path.startsWith(place));

/** Other code gets time and randomness only through the port of the machine. */
export const machine: Rule = forbidden(
  /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b|\bset(?:Timeout|Interval)\b|\bAbortSignal\.timeout\b|\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b|(?<![\w.#])fetch\(/,
  'time and chance come from domain/ports/machine.ts, so that a simulation can give its own',
  getsMachine,
);
