import { STORED_HOURS, MOST_KEPT } from './passing-bounds.ts';

/** Twins are equal purchases of one browser within a minute: they share one command, so that the buyer pays once. */
interface Purchase {
  readonly commandId: string;
  readonly request: string;
  /** Equal for twins. */
  readonly twin: string;
}

/** The right to buy on behalf of all twins. */
interface TwinLease {
  readonly lease: string;
  readonly leaseMs: number;
}

/** A stored purchase, and the command of the first purchase, which its twins share. */
export interface TwinPlace {
  readonly request: string;
  readonly sharedCommand: string;
  readonly sharedRequest: string;
}

/** Each function is atomic. Times are in milliseconds. */
export interface TwinRows {
  /** Ends the sharing with the first purchase, if that began more than `apartMs` ago or has the command id `endedCommand`. */
  readonly endSharing: (twin: string, apartMs: number, endedCommand?: string) => Promise<void>;
  /** Inserts a purchase with the lease. @returns false when it is stored already, or another one is the first */
  readonly addFirst: (purchase: Purchase, lease: TwinLease) => Promise<boolean>;
  /** @returns false when there is no first purchase, or this one is stored already */
  readonly addTwin: (purchase: Purchase) => Promise<boolean>;
  readonly findPlace: (commandId: string) => Promise<TwinPlace | undefined>;
  /** Returns false while a lease lasts, and for an unknown command. */
  readonly takeLease: (command: string, lease: TwinLease) => Promise<boolean>;
  readonly releaseLease: (command: string, lease: string) => Promise<void>;
  readonly remove: (commandId: string) => Promise<void>;
}

interface Row extends Purchase, TwinPlace {
  isFirst: boolean;
  readonly begunAt: number;
  lease: string;
  leasedUntil: number;
}

/** Has the bounds of the Postgres table. @param now current time in milliseconds */
export const createMemoryTwins = (now: () => number, mostKept: number = MOST_KEPT): TwinRows => {
  const rows = new Map<string, Row>();
  const firsts = new Map<string, Row>();

  const remove = (commandId: string): void => {
    const row = rows.get(commandId);
    if (row?.isFirst) firsts.delete(row.twin);
    rows.delete(commandId);
  };

  const add = (row: Row): void => {
    rows.set(row.commandId, row);
    if (row.isFirst) firsts.set(row.twin, row);
    const since = now() - STORED_HOURS * 3_600_000;
    for (const { commandId, begunAt } of rows.values()) {
      if (rows.size <= mostKept && begunAt >= since) break;
      remove(commandId);
    }
  };

  return {
    endSharing: async (twin, apartMs, endedCommand) => {
      const first = firsts.get(twin);
      if (!first || (first.begunAt >= now() - apartMs && first.commandId !== endedCommand)) return;
      first.isFirst = false;
      firsts.delete(twin);
    },
    addFirst: async (purchase, { lease, leaseMs }) => {
      const { commandId, request, twin } = purchase;
      if (rows.has(commandId) || firsts.has(twin)) return false;
      const begunAt = now();
      const shared = { sharedCommand: commandId, sharedRequest: request };
      add({
        ...purchase,
        ...shared,
        isFirst: true,
        begunAt,
        lease,
        leasedUntil: begunAt + leaseMs,
      });
      return true;
    },
    addTwin: async (purchase) => {
      const first = firsts.get(purchase.twin);
      if (!first || rows.has(purchase.commandId)) return false;
      const shared = { sharedCommand: first.commandId, sharedRequest: first.request };
      const notLeased = { lease: purchase.commandId, leasedUntil: -Infinity };
      add({ ...purchase, ...shared, ...notLeased, isFirst: false, begunAt: now() });
      return true;
    },
    findPlace: async (commandId) => rows.get(commandId),
    takeLease: async (command, { lease, leaseMs }) => {
      const row = rows.get(command);
      if (!row || row.leasedUntil >= now()) return false;
      Object.assign(row, { lease, leasedUntil: now() + leaseMs });
      return true;
    },
    releaseLease: async (command, lease) => {
      const row = rows.get(command);
      if (row?.lease === lease) row.leasedUntil = -Infinity;
    },
    remove: async (commandId) => remove(commandId),
  };
};
