import { streamOf } from '#/domain/values/ids.ts';
import type { RecordState } from '#/domain/aggregates/record.ts';
import { manager } from '#/domain/manager/manager.ts';
import { master } from '#/domain/master/master.ts';
import { seller } from '#/domain/seller/seller.ts';
import { staff } from '#/domain/staff/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { RecordCache } from '#/ledger/states/record-cache.ts';
import type { Demo } from '#/api/composition/exposure.ts';
import { roles, type Role } from '#/api/contract/roles.ts';
import { isPlatformBlocked } from '#/api/reads/platform-settings.ts';
import type { Caller, ManagerCaller, MasterCaller, SellerCaller, StaffCaller } from './caller.ts';
import { isStillAllowed } from './impersonation/still-allowed.ts';
import { rethrowUnlessAway, type LiveSession, type SessionUse } from './live-session.ts';
import type { Membership } from './memberships.ts';
import type { Sessions } from './sessions.ts';

/** A demo needs no second factor: its password is published. */
export const needsFactor = (role: Role, demo: Demo): boolean =>
  demo === 'none' && roles[role].secondFactor === 'obligatory';

const detailsIn = <Details>({ state }: { readonly state: RecordState<Details> }) =>
  state.status === 'ACTIVE' ? state.details : undefined;

const isSameMember = (a: LiveSession | undefined, b: LiveSession): boolean =>
  a?.id === b.id && a.membership?.personId === b.membership?.personId;

interface Lookup {
  readonly sessions: Sessions;
  readonly records: Pick<RecordCache, 'load'>;
  readonly demo: Demo;
}

/**
 * Finds the caller that a membership stands for; undefined unless the person's record is active and of its platform, which is not blocked.
 */
const createRecordCallers = ({ records, demo }: Lookup) => {
  const openSeller = async (sellerId: string, platformId: string) => {
    const details = detailsIn(await records.load(seller, streamOf('seller', sellerId)));
    const isOfPlatform = details?.platformId === platformId;
    return isOfPlatform && !(await isPlatformBlocked(records, platformId)) ? details : undefined;
  };
  const sharedFieldsOf = (role: Role, session: LiveSession, { platformId }: Membership) => ({
    ...session.user,
    platformId,
    expiresAt: session.expiresAt,
    lacksSecondFactor: needsFactor(role, demo) && !session.hasShownFactor,
  });
  return {
    staff: async (session: LiveSession, as: Membership): Promise<StaffCaller | undefined> => {
      const { personId: staffId } = as;
      const { state } = await records.load(staff, streamOf('staff', staffId));
      if (state.status !== 'ACTIVE' || state.details.platformId !== as.platformId) return undefined;
      if (await isPlatformBlocked(records, as.platformId)) return undefined;
      const { details, revision: staffRevision } = state;
      const { role } = details;
      const permissions = roles[role].flags === 'all' ? permissionFlags : details.permissions;
      const actor = `admin:${staffId}` as const;
      return {
        ...sharedFieldsOf(role, session, as),
        role,
        staffId,
        staffRevision,
        permissions,
        actor,
      };
    },
    seller: async (session: LiveSession, as: Membership): Promise<SellerCaller | undefined> => {
      const { personId: sellerId, platformId } = as;
      if (!(await openSeller(sellerId, platformId))) return undefined;
      const actor = `seller:${sellerId}` as const;
      return { ...sharedFieldsOf('SELLER', session, as), role: 'SELLER', sellerId, actor };
    },
    master: async (session: LiveSession, as: Membership): Promise<MasterCaller | undefined> => {
      const { personId: masterId } = as;
      if (!detailsIn(await records.load(master, streamOf('master', masterId)))) return undefined;
      const actor = `master:${masterId}` as const;
      return { ...sharedFieldsOf('MASTER', session, as), role: 'MASTER', masterId, actor };
    },
    manager: async (session: LiveSession, as: Membership): Promise<ManagerCaller | undefined> => {
      const { personId: managerId, platformId } = as;
      const details = detailsIn(await records.load(manager, streamOf('manager', managerId)));
      if (details?.platformId !== platformId) return undefined;
      if (await isPlatformBlocked(records, platformId)) return undefined;
      const actor = `manager:${managerId}` as const;
      return { ...sharedFieldsOf('MANAGER', session, as), role: 'MANAGER', managerId, actor };
    },
  };
};

/** Turns sessions into callers with permissions. */
export const createCallers = (lookup: Lookup) => {
  const { sessions, records } = lookup;
  const find = createRecordCallers(lookup);

  /** Returns the impersonated seller; without a permitted impersonation, the member of staff. */
  const impersonatedOrMember = async (
    { impersonation }: LiveSession,
    member: StaffCaller,
  ): Promise<Caller> => {
    if (impersonation === undefined) return member;
    const { sellerId, impersonationId, until } = impersonation;
    const { email, name, platformId, expiresAt, lacksSecondFactor, actor } = member;
    const running = { ...impersonation, staffId: member.staffId };
    if (lacksSecondFactor || !(await isStillAllowed(records, running))) {
      await sessions.impersonations.end(impersonationId).catch(rethrowUnlessAway);
      return member;
    }
    const impersonator = { staff: member, impersonationId, until };
    const memberFields = { email, name, platformId, expiresAt, lacksSecondFactor, actor };
    return { ...memberFields, role: 'SELLER', sellerId, impersonator };
  };

  const callerOf = async (session: LiveSession): Promise<Caller | undefined> => {
    const { membership } = session;
    switch (membership?.kind) {
      case undefined:
        return undefined;
      case 'staff': {
        const member = await find.staff(session, membership);
        return member && impersonatedOrMember(session, member);
      }
      case 'seller':
        return find.seller(session, membership);
      case 'master':
        return find.master(session, membership);
      case 'manager':
        return find.manager(session, membership);
    }
  };

  return {
    /** Returns the caller of the session cookie. */
    find: async (headers: Headers, by: SessionUse = 'asks'): Promise<Caller | undefined> => {
      const session = await sessions.find(headers, by);
      return session && callerOf(session);
    },

    /** Finds the caller again at each call: sockets and exports outlast the check of their request. */
    follow: (headers: Headers, by: SessionUse) => {
      let session: LiveSession | undefined;
      return async (): Promise<Caller | undefined> => {
        session ??= await sessions.find(headers, by);
        // The session may come from a cache, and may have ended in another process.
        if (session && !(await sessions.goesOn(session))) {
          const current = await sessions.findAgain(headers, by);
          session = isSameMember(current, session) ? current : undefined;
        }
        return session && callerOf(session);
      };
    },
  };
};

export type Callers = ReturnType<typeof createCallers>;
