import { setTimeout as delay } from 'node:timers/promises';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import type { StoreLocations } from '#/api/composition/store.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { Invariant } from './invariant.ts';
import { checkInvariants } from './invariants.ts';
import { checkRecord } from './check-record.ts';
import { gatherEvidence, type Evidence } from './evidence.ts';
import { eventsNamed } from './recount.ts';

const QUIET_TIMEOUT_MS = 60_000;
const STILL_MS = 1_500;

export const doAllHold = (invariants: readonly Invariant[]): boolean =>
  invariants.every(({ violations }) => violations.length === 0);

export interface Audit {
  readonly invariants: readonly Invariant[];
  readonly evidence: Evidence;
}

/** Waits, at most a minute, until the invariants hold, and then a moment longer. Then checks them, and the log and read models. */
export const audit = async (
  locations: StoreLocations,
  dataDir: string,
  load: readonly LoadRecord[],
): Promise<Audit> => {
  const gather = () => gatherEvidence(locations, dataDir);
  const holds = async () => (doAllHold(checkInvariants(await gather(), load)) ? true : undefined);
  await waitUntil(holds, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 300 });
  await delay(STILL_MS);
  const evidence = await gather();
  const checkedInvariants = checkInvariants(evidence, load);
  return {
    invariants: [...checkedInvariants, ...(await checkRecord(locations, dataDir))],
    evidence,
  };
};

/** Prints what callers saw, what is left to staff, and the violations. */
export const report = (
  { invariants, evidence }: Audit,
  load: readonly LoadRecord[],
  say: (line: string) => void,
): void => {
  const count = (kind: LoadRecord['kind']): number => recordsOf(load, kind).length;
  const countDeclined = (type: 'RefundFailed' | 'WithdrawalFailed'): number =>
    eventsNamed(evidence.events, type).length;
  say(
    `${count('acknowledged')} purchases acknowledged, ${count('paid')} paid, ${count('ended')} ended unpaid; ` +
      `${count('refund')} refunds (${countDeclined('RefundFailed')} declined), ` +
      `${count('withdrawal')} withdrawals (${countDeclined('WithdrawalFailed')} declined)`,
  );
  const vices = evidence.vices.map(({ name, times }) => `${times} ${name}`);
  if (vices.length > 0) say(`The acquirer misbehaved: ${vices.join(', ')}`);
  const people = evidence.read.leftToStaff.map(({ kind, id }) => `${kind} ${id}`);
  say(`${people.length} left to people${people.length === 0 ? '' : `: ${people.join(', ')}`}`);
  for (const { name, violations } of invariants) {
    console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}`);
    for (const violation of violations.slice(0, 10)) console.log(`    ${violation}`);
    if (violations.length > 10) console.log(`    and ${violations.length - 10} more`);
  }
};
