import { setTimeout as delay } from 'node:timers/promises';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { runningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { checkInvariants, type Invariant } from './invariants.ts';
import { checkRecord } from './check-record.ts';
import type { SupervisedEventStore } from './event-store.ts';
import { gatherEvidence } from './evidence.ts';

const QUIET_TIMEOUT_MS = 60_000;
const STILL_MS = 1_500;

export const allHold = (invariants: readonly Invariant[]): boolean =>
  invariants.every(({ violations }) => violations.length === 0);

/** Background work goes on for a moment after the last buyer left; an invariant that holds afterwards must keep holding. */
export const audit = async (
  dataDir: string,
  load: readonly LoadRecord[],
  eventStore?: SupervisedEventStore,
): Promise<readonly Invariant[]> => {
  const databaseUrl = await runningPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error('Postgres is not running');
  const places = { databaseUrl, eventStoreUrl: eventStore?.url };
  const check = async () => checkInvariants(await gatherEvidence(places, dataDir), load);
  const holds = async () => (allHold(await check()) ? true : undefined);
  await waitUntil(holds, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 300 });
  await delay(STILL_MS);
  const checked = await check();
  return [...checked, ...(await checkRecord(places, dataDir))];
};

/** Prints what happened to callers, and the violations of each invariant. */
export const report = (
  invariants: readonly Invariant[],
  load: readonly LoadRecord[],
  say: (line: string) => void,
): void => {
  const count = (kind: LoadRecord['kind']): number => recordsOf(load, kind).length;
  say(
    `${count('acknowledged')} purchases acknowledged, ${count('paid')} paid, ` +
      `${count('refund')} refunds, ${count('withdrawal')} withdrawals`,
  );
  for (const { name, violations } of invariants) {
    console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}`);
    for (const violation of violations.slice(0, 10)) console.log(`    ${violation}`);
    if (violations.length > 10) console.log(`    and ${violations.length - 10} more`);
  }
};
