import { streamOf } from '#/domain/ids.ts';
import type { RecordState } from '#/domain/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { RecordCache } from '#/ledger/states/record-cache.ts';
import type { Demo } from '#/api/composition/exposure.ts';
import { roles, type Role } from '#/api/contract/roles.ts';
import type { Caller } from './caller.ts';
import type { LiveSession, SessionUse } from './live-session.ts';
import type { Sessions } from './sessions.ts';

/** Whether a role needs a second factor: a demo's people sign in by the password that is published. */
export const needsFactor = (role: Role, demo: Demo): boolean =>
  demo === 'none' && roles[role].secondFactor === 'obligatory';

/** Returns the details of an active record, which hold the person's permissions; undefined otherwise. */
const detailsIn = <Details>({ state }: { readonly state: RecordState<Details> }) =>
  state.status === 'ACTIVE' ? state.details : undefined;

/**
 * Turns sessions into callers with permissions, which are at most 100 ms old. A session whose record is archived, absent or of
 * another platform has no caller.
 */
export const createCallers = (options: {
  readonly sessions: Sessions;
  readonly records: Pick<RecordCache, 'load'>;
  readonly demo: Demo;
}) => {
  const { sessions, records, demo } = options;

  const lacksSecondFactor = (role: Role, { hasShownFactor }: LiveSession): boolean =>
    needsFactor(role, demo) && !hasShownFactor;

  const callerOf = async (session: LiveSession): Promise<Caller | undefined> => {
    const { user, membership, expiresAt } = session;
    if (membership === undefined) return undefined;
    const { kind, personId: id, platformId } = membership;
    const person = { ...user, platformId, expiresAt };
    switch (kind) {
      case 'staff': {
        const details = detailsIn(await records.load(staff, streamOf('staff', id)));
        if (details?.platformId !== platformId) return undefined;
        const { role } = details;
        const permissions = roles[role].flags === 'all' ? permissionFlags : details.permissions;
        const lacks = { lacksSecondFactor: lacksSecondFactor(role, session) };
        return { ...person, ...lacks, role, staffId: id, permissions, actor: `admin:${id}` };
      }
      case 'seller': {
        const details = detailsIn(await records.load(seller, streamOf('seller', id)));
        if (details?.platformId !== platformId) return undefined;
        const lacks = { lacksSecondFactor: lacksSecondFactor('SELLER', session) };
        return { ...person, ...lacks, role: 'SELLER', sellerId: id, actor: `seller:${id}` };
      }
    }
  };

  return {
    /** Returns the caller of the session cookie; undefined without one. */
    find: async (headers: Headers, by: SessionUse = 'asks'): Promise<Caller | undefined> => {
      const session = await sessions.find(headers, by);
      return session && callerOf(session);
    },

    /**
     * Returns a function that finds the caller of the session cookie as of each call, for what goes on after a request began:
     * undefined once the session has ended, in whichever process.
     */
    follow: (headers: Headers, by: SessionUse) => {
      let session: LiveSession | undefined;
      return async (): Promise<Caller | undefined> => {
        session ??= await sessions.find(headers, by);
        // Asked each time: the session found first may have been remembered, and have ended in another process.
        if (session && !(await sessions.goesOn(session))) session = undefined;
        return session && callerOf(session);
      };
    },
  };
};

export type Callers = ReturnType<typeof createCallers>;
