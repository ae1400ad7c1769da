import { streamOf } from '#/domain/ids.ts';
import type { RecordState } from '#/domain/record.ts';
import { seller } from '#/domain/seller/decider.ts';
import type { SellerDetails } from '#/domain/seller/events.ts';
import { staff } from '#/domain/staff/decider.ts';
import type { StaffDetails } from '#/domain/staff/events.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Caller } from './caller.ts';
import type { LiveSession, Sessions } from './sessions.ts';

/** How long a changed permission may still go unnoticed. */
const RECORD_SECONDS = 5;
const KEPT_RECORDS = 5_000;

/** The record says what a person may do; read at most once in a while, because every call asks. */
const rememberRecords = <Details>(
  load: (stream: string) => Promise<{ readonly state: RecordState<Details> }>,
  nowMs: () => number,
) => {
  const kept = new Map<string, { readonly until: number; readonly details: Details | undefined }>();
  return async (stream: string): Promise<Details | undefined> => {
    const known = kept.get(stream);
    if (known && known.until > nowMs()) return known.details;
    const { state } = await load(stream);
    const details = state.status === 'ACTIVE' ? state.details : undefined;
    kept.delete(stream);
    kept.set(stream, { until: nowMs() + RECORD_SECONDS * 1_000, details });
    if (kept.size > KEPT_RECORDS) kept.delete(kept.keys().next().value ?? stream);
    return details;
  };
};

/**
 * From a session to who calls and what they may do. A session whose record is archived, absent or
 * of another platform is nobody's.
 */
export const createCallers = (options: {
  readonly sessions: Sessions;
  readonly handler: CommandHandler;
  readonly nowMs?: () => number;
}) => {
  const { sessions, handler, nowMs = Date.now } = options;
  const staffOf = rememberRecords<StaffDetails>((stream) => handler.load(staff, stream), nowMs);
  const sellerOf = rememberRecords<SellerDetails>((stream) => handler.load(seller, stream), nowMs);

  const callerOf = async ({ user, expiresAt }: LiveSession): Promise<Caller | undefined> => {
    const { email, name, platformId, sellerId, staffId } = user;
    const person = { email, name, platformId, expiresAt };
    if (staffId !== null) {
      const details = await staffOf(streamOf('staff', staffId));
      if (details?.platformId !== platformId) return undefined;
      const { role } = details;
      const permissions = role === 'ADMIN' ? permissionFlags : details.permissions;
      return { ...person, role, staffId, permissions, actor: `admin:${staffId}` };
    }
    if (sellerId === null) return undefined;
    const details = await sellerOf(streamOf('seller', sellerId));
    if (details?.platformId !== platformId) return undefined;
    return { ...person, role: 'SELLER', sellerId, actor: `seller:${sellerId}` };
  };

  return {
    /** Who these headers' cookie speaks for; undefined when nobody. */
    find: async (headers: Headers): Promise<Caller | undefined> => {
      const session = await sessions.find(headers);
      return session && callerOf(session);
    },
  };
};

export type Callers = ReturnType<typeof createCallers>;
