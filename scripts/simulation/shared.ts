import { createMemoryCardUses, type CardUses } from '#/api/payments/cards/card-uses.ts';
import { createMemoryLookUps, type LookUps } from '#/api/investigations/look-ups.ts';
import { createMemoryRefusals } from '#/api/payments/refused-purchases.ts';
import { createMemoryTwins, type TwinRows } from '#/api/payments/twin-rows.ts';
import { createMemoryNotices } from '#/api/webhooks/store/memory.ts';
import type { NoticeStore } from '#/api/webhooks/store/notice-store.ts';
import type { RefusalStore } from '#/ledger/idempotency.ts';
import { createMemoryLeases } from '#/ledger/leases/memory.ts';
import type { LeaseSessions } from '#/ledger/leases/sessions.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { createMemoryCredentials } from '#/ledger/vault/memory-credentials.ts';
import { createMemoryVault } from '#/ledger/vault/memory-vault.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { chanceOf } from '#/scripts/simulation/machine/machine.ts';
import {
  createSharedReads,
  readsOf,
  type SharedReads,
} from '#/scripts/simulation/reads/shared-tables.ts';
import { reachRemotely, type Connection } from './remote.ts';
import type { World } from './world.ts';

/** What all processes share besides the log, as the product's in-memory implementations. */
export interface Shared {
  readonly vault: Vault;
  readonly credentials: Credentials;
  readonly cardUses: CardUses;
  readonly refusedPurchases: RefusalStore;
  readonly twins: TwinRows;
  readonly lookUps: LookUps;
  readonly leases: LeaseSessions;
  readonly openNotices: () => NoticeStore;
  readonly reads: SharedReads;
  /** The database's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** @param eventAt names the event at a position of the log */
export const createShared = (world: World, eventAt: SharedReads['eventAt']): Shared => {
  const now = (): number => world.now;
  return {
    vault: createMemoryVault(chanceOf(world, 'the vault')),
    credentials: createMemoryCredentials(),
    cardUses: createMemoryCardUses(),
    refusedPurchases: createMemoryRefusals(now),
    twins: createMemoryTwins(now),
    lookUps: createMemoryLookUps(),
    leases: createMemoryLeases(now),
    openNotices: createMemoryNotices(now),
    reads: createSharedReads(world, eventAt),
    now,
  };
};

/** The leases for one process; its sessions end with it. */
const leasesOf = (connection: Connection, leases: LeaseSessions): LeaseSessions => ({
  open: async (holder, lost) => {
    const session = await leases.open(holder, lost);
    connection.process.ended.addEventListener('abort', () => session.end(), { once: true });
    return reachRemotely(connection, 'leases', session, ['end']);
  },
});

/** The notices for one process, which polls for those that are due. A poll that finds none is not a step. */
const noticesOf = (connection: Connection, notices: NoticeStore): NoticeStore => ({
  ...reachRemotely(connection, 'notices', notices, ['counts']),
  take: async (trust, limit) => {
    const batch = await notices.take(trust, limit);
    if (batch.items.length === 0) return batch;
    const { items } = batch;
    const about = items.flatMap((each) => each.notices.map(({ noticeId }) => noticeId)).join(' ');
    return connection.process.call('notices take', about, {
      of: [1, 10],
      sent: [trust, limit],
      effect: async () => batch,
    });
  },
});

/** The shared parts for one process. */
export const connectTo = (connection: Connection, shared: Shared) => ({
  vault: reachRemotely(connection, 'vault', shared.vault, ['tokens']),
  credentials: reachRemotely(connection, 'credentials', shared.credentials, ['names']),
  cardUses: reachRemotely(connection, 'card uses', shared.cardUses),
  refusedPurchases: reachRemotely(connection, 'refusals', shared.refusedPurchases),
  twins: reachRemotely(connection, 'twins', shared.twins),
  // Nothing waits for them, so they are no steps.
  lookUps: shared.lookUps,
  leases: leasesOf(connection, shared.leases),
  notices: noticesOf(connection, shared.openNotices()),
  reads: readsOf(connection, shared.reads),
});
