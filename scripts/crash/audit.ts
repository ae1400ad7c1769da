import { setTimeout as delay } from 'node:timers/promises';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { runningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { claimsOf, type Claim } from './claims.ts';
import { derivedAgain } from './derived-again.ts';
import type { KeptEventStore } from './event-store.ts';
import { gatherEvidence } from './evidence.ts';

const QUIET_TIMEOUT_MS = 60_000;
const STILL_MS = 1_500;

export const allHold = (claims: readonly Claim[]): boolean =>
  claims.every(({ objections }) => objections.length === 0);

/** Background work goes on for a moment after the last buyer left; a claim that holds afterwards must keep holding. */
export const audit = async (
  dataDir: string,
  load: readonly LoadRecord[],
  eventStore?: KeptEventStore,
): Promise<readonly Claim[]> => {
  const databaseUrl = await runningPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error('Postgres is not running');
  const places = { databaseUrl, eventStoreUrl: eventStore?.url };
  const look = async () => claimsOf(await gatherEvidence(places, dataDir), load);
  const holds = async () => (allHold(await look()) ? true : undefined);
  await waitUntil(holds, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 300 });
  await delay(STILL_MS);
  const held = await look();
  return [...held, ...(await derivedAgain(places, dataDir))];
};

/** Prints what happened to callers, and the objections to each claim. */
export const report = (
  claims: readonly Claim[],
  load: readonly LoadRecord[],
  say: (line: string) => void,
): void => {
  const count = (kind: LoadRecord['kind']): number => recordsOf(load, kind).length;
  say(
    `${count('acknowledged')} purchases acknowledged, ${count('paid')} paid, ` +
      `${count('refund')} refunds, ${count('withdrawal')} withdrawals`,
  );
  for (const { claim, objections } of claims) {
    console.log(`${objections.length === 0 ? '✓' : '✗'} ${claim}`);
    for (const objection of objections.slice(0, 10)) console.log(`    ${objection}`);
    if (objections.length > 10) console.log(`    and ${objections.length - 10} more`);
  }
};
