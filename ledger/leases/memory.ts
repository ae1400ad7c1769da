import type { LeaseSession, LeaseSessions } from './sessions.ts';

interface Row {
  readonly holder: string;
  readonly epoch: number;
  readonly expiresAt: number;
  readonly session: { readonly isEnded: boolean };
}

/** @param now the clock, in milliseconds */
export const createMemoryLeases = (now: () => number): LeaseSessions => {
  const rows = new Map<string, Row>();

  const open = async (holder: string): Promise<LeaseSession> => {
    const session = { isEnded: false };

    const take = (name: string, lastsMs: number): boolean => {
      const row = rows.get(name);
      const isExpired = row !== undefined && row.expiresAt < now();
      const isFree = row === undefined || isExpired || row.session.isEnded;
      if (!isFree && row.holder !== holder) return false;
      const epoch = (row?.epoch ?? 0) + (row?.holder !== holder || isExpired ? 1 : 0);
      rows.set(name, { holder, epoch, expiresAt: now() + lastsMs, session });
      return true;
    };

    return {
      renew: async (names, lastsMs) => {
        if (session.isEnded) throw new Error('leases: the session has ended');
        return names
          .filter((name) => take(name, lastsMs))
          .map((name) => ({ name, epoch: String(rows.get(name)?.epoch) }));
      },
      giveBack: async (name) => {
        const row = rows.get(name);
        if (row?.holder === holder) rows.set(name, { ...row, expiresAt: -Infinity });
      },
      end: () => {
        session.isEnded = true;
      },
    };
  };

  return { open };
};
