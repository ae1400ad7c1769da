import { expect } from 'chai';
import { cacheClock, machine } from './machine.ts';
import { sql } from './sql.ts';

/** Name → path and text of a file, and the finding. */
const violations: Readonly<Record<string, readonly [path: string, text: string, finding: RegExp]>> =
  {
    'time that is not from the machine’s port': [
      'api/sales/a.ts',
      'const at = Date.now();',
      /^api\/sales\/a.ts:1: time and chance come from/,
    ],
    'chance that is not from the machine’s port': [
      'ledger/a.ts',
      'const id = randomUUID();',
      /^ledger\/a.ts:1: time and chance come from/,
    ],
    'a timer that is not from the machine’s port': [
      'api/workers/a.ts',
      "import { setTimeout as delay } from 'node:timers/promises';",
      /^api\/workers\/a.ts:1: time and chance come from/,
    ],
    'a turn of the event loop that is not from the machine’s port': [
      'ledger/audit/a.ts',
      "import { setImmediate as turn } from 'node:timers/promises';",
      /^ledger\/audit\/a.ts:1: time and chance come from/,
    ],
    'time that is read without parentheses': [
      'api/sales/a.ts',
      'const at = new Date;',
      /^api\/sales\/a.ts:1: time and chance come from/,
    ],
    'the time since some moment that is not from the machine’s port': [
      'ledger/a.ts',
      'const since = process.hrtime.bigint();',
      /^ledger\/a.ts:1: time and chance come from/,
    ],
    'a pause that is not from the machine’s port': [
      'api/workers/a.ts',
      'await scheduler.wait(1_000);',
      /^api\/workers\/a.ts:1: time and chance come from/,
    ],
    'random bytes that are not from the machine’s port': [
      'domain/a.ts',
      'const bytes = randomFillSync(Buffer.alloc(32));',
      /^domain\/a.ts:1: time and chance come from/,
    ],
    'a deadline that is not from the machine’s port': [
      'api/http/request-deadline.ts',
      'const timer = setTimeout(expire, 4_000);',
      /^api\/http\/request-deadline.ts:1: time and chance come from/,
    ],
    'time in a folder beside files that are the real form of a port': [
      'api/auth/a.ts',
      'const at = Date.now();',
      /^api\/auth\/a.ts:1: time and chance come from/,
    ],
    'a cache that expires by a clock of its own': [
      'ledger/vault/a.ts',
      'const kept = new LRUCache<string, string>({ max: 10, ttl: 1_000 });',
      /^ledger\/vault\/a.ts: a cache expires by the machine’s clock/,
    ],
    'a database that is reached beside its port': [
      'api/sales/a.ts',
      "import type { Pool } from 'pg';",
      /^api\/sales\/a.ts:1: SQL and pg stand in/,
    ],
    'SQL outside the forms of ports': [
      'projections/engine/run/a.ts',
      "await tables.query('UPDATE read.sale SET amount = 0');",
      /^projections\/engine\/run\/a.ts:1: SQL and pg stand in/,
    ],
    'SQL in logic that stands beside its form in Postgres': [
      'api/webhooks/store/a.ts',
      'const all = `SELECT * FROM webhook.notice`;',
      /^api\/webhooks\/store\/a.ts:1: SQL and pg stand in/,
    ],
    'SQL in a module that was split': [
      'ledger/vault/subjects.ts',
      'const all = `SELECT * FROM vault.subject_index`;',
      /^ledger\/vault\/subjects.ts:1: SQL and pg stand in/,
    ],
  };

describe('Ports', () => {
  for (const [name, [path, text, finding]] of Object.entries(violations)) {
    it(`are not bypassed by ${name}`, () => {
      const tree = new Map([[path, text]]);
      const findings = [machine, cacheClock, sql].flatMap((rule) => rule(tree));
      expect(findings).to.have.length(1);
      expect(findings[0]).to.match(finding);
    });
  }
});
