import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { streamOf } from '#/domain/ids.ts';
import type { RecordState } from '#/domain/record.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { roles } from '#/api/contract/roles.ts';
import type { Caller } from './caller.ts';
import { remember } from '#/api/reads/remember.ts';
import type { LiveSession, SessionUse } from './live-session.ts';
import type { Sessions } from './sessions.ts';

/** A changed permission takes effect at most this much later. */
const RECORD_MS = 5_000;

/** Returns the details of an active record, which hold the person's permissions; undefined otherwise. */
const detailsOf =
  <Details>(load: (stream: string) => Promise<{ readonly state: RecordState<Details> }>) =>
  async (stream: string): Promise<Details | undefined> => {
    const { state } = await load(stream);
    return state.status === 'ACTIVE' ? state.details : undefined;
  };

/**
 * Turns sessions into callers with permissions. A session whose record is archived, absent or of another platform has no
 * caller.
 */
export const createCallers = (options: {
  readonly sessions: Sessions;
  readonly handler: CommandHandler;
  readonly clock?: Clock;
}) => {
  const { sessions, handler, clock = thisMachine } = options;
  const kept = { forMs: RECORD_MS, clock };
  const staffOf = remember(
    detailsOf<StaffDetails>((stream) => handler.load(staff, stream)),
    kept,
  );
  const sellerOf = remember(
    detailsOf<SellerDetails>((stream) => handler.load(seller, stream)),
    kept,
  );

  const callerOf = async ({ user, expiresAt }: LiveSession): Promise<Caller | undefined> => {
    const { email, name, platformId, sellerId, staffId } = user;
    const person = { email, name, platformId, expiresAt };
    if (staffId !== null) {
      const details = await staffOf.get(streamOf('staff', staffId));
      if (details?.platformId !== platformId) return undefined;
      const { role } = details;
      const permissions = roles[role].flags === 'all' ? permissionFlags : details.permissions;
      return { ...person, role, staffId, permissions, actor: `admin:${staffId}` };
    }
    if (sellerId === null) return undefined;
    const details = await sellerOf.get(streamOf('seller', sellerId));
    if (details?.platformId !== platformId) return undefined;
    return { ...person, role: 'SELLER', sellerId, actor: `seller:${sellerId}` };
  };

  return {
    /** Returns the caller of the session cookie; undefined without one. */
    find: async (headers: Headers, by: SessionUse = 'asks'): Promise<Caller | undefined> => {
      const session = await sessions.find(headers, by);
      return session && callerOf(session);
    },
  };
};

export type Callers = ReturnType<typeof createCallers>;
