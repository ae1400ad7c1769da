import type { Logger } from 'pino';
import type { Core } from '#/api/composition/core.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { remember } from '#/api/reads/remember.ts';
import { withoutDeadline } from '#/api/http/request-deadline.ts';
import { actorOf, type Actor } from '#/domain/values/actor.ts';
import type { Accessing, AccessAction, Opening } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { personKinds } from '#/domain/access/events.ts';
import { accessStream, categoryOf, idOf, streamOf } from '#/domain/values/ids.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { impersonatorOf, type Caller } from './caller.ts';
import type { AccessRow } from '#/projections/access-trail.ts';
import { loadPersonRecord } from './person-record.ts';

/** The caller who opens personal data, and the address they call from. */
export interface Looking {
  readonly caller: Caller;
  readonly ip: string;
}

/** Finds the people in whose streams to record; none when the e-mail has no user, so that nothing is recorded. */
export type FindPeople = () => Promise<readonly Accessing[]>;

/**
 * Records sign-ins, some of the failed ones too, sign-outs, changes of second factors and openings of personal data, in a stream of the
 * person.
 *
 * Actions that are recorded by `look` or `recordLater`, such as signing in and opening one sale, neither wait for the record nor fail
 * without it: support must be able to help a buyer while the store takes no writes. Such records (traces) are retried; those that still
 * fail are logged as errors, without the address.
 *
 * Actions that are recorded by `record`, `recordByStaff` or `take` wait until their trace is written, and fail without it. Among them are
 * exports, a new password, and what opens a seller's registration data, files or whole PIX key to staff.
 */
export interface Trail {
  /** Records in the background; the caller does not wait. */
  readonly recordLater: (find: FindPeople, action: AccessAction, address: string) => void;
  /** Records before the answer, for actions that must not happen without a trace. @throws as `take` */
  readonly record: (person: Accessing, action: AccessAction, address: string) => Promise<void>;
  /** As `record`, for what staff did with a person's access, and why. No address is recorded: it would be that of the member of staff. */
  readonly recordByStaff: (
    person: Accessing,
    action: AccessAction,
    by: { readonly staffId: string; readonly reason: string },
  ) => Promise<void>;
  /**
   * Records in the background that personal data of one record was opened, or, if `recordId` is null, that a search or export opened data
   * of many. If the same person opens the same within an hour, this is not recorded again.
   */
  readonly look: (by: Looking, opened: Opening, recordId: string | null) => void;
  /** As `look`, but before the answer. @throws AppendError or the database's error when that fails */
  readonly take: (by: Looking, opened: Opening, recordId: string | null) => Promise<void>;
  /** Returns a person's address, encrypted with their own key; null if they have no record or were erased. */
  readonly encryptAddress: (person: Accessing, address: string) => Promise<Encrypted | null>;
  /** Tries pending traces once more, and stops. */
  readonly stop: () => Promise<void>;
}

/** Maximum number of pending traces: an unavailable store must not fill the memory. */
const MOST_PENDING = 1_000;
const PAUSES_MS = [500, 2_000, 8_000];
const SUBJECT_MS = 60_000;

interface Trace {
  readonly action: AccessAction;
  /** Undefined when someone other than the person acted. */
  readonly address?: string;
  readonly commandId: string;
  readonly at: Timestamp;
}

/** Who acted, when it was not the person, and why. */
interface Author {
  readonly actor: Actor;
  readonly reason: string;
}

/** Returns the person in whose stream a caller's access is recorded: for an impersonated seller, the member of staff. */
export const accessingAs = (called: Caller): Accessing => {
  const caller = impersonatorOf(called)?.staff ?? called;
  const { platformId } = caller;
  switch (caller.role) {
    case 'SELLER':
      return { platformId, kind: 'seller', personId: caller.sellerId };
    case 'ADMIN':
    case 'FUNCTIONARY':
      return { platformId, kind: 'staff', personId: caller.staffId };
    case 'MASTER':
      return { platformId, kind: 'master', personId: caller.masterId };
    case 'MANAGER':
      return { platformId, kind: 'manager', personId: caller.managerId };
  }
};

/** Returns a function that encrypts an address with the key of a person. */
const createAddressEncryption = ({ handler, vault, machine }: Core): Trail['encryptAddress'] => {
  const subjects = remember(
    async (stream): Promise<string | undefined> => {
      const kind = personKinds.find((each) => each === categoryOf(stream));
      if (kind === undefined) throw new RangeError(`${stream} is of no person`);
      const state = await loadPersonRecord({ handler }, { kind, personId: idOf(stream) });
      return state.status === 'ABSENT' ? undefined : state.details.contact.subject;
    },
    { forMs: SUBJECT_MS, clock: machine },
  );

  return async (person, ip) => {
    const subject = await subjects.get(streamOf(person.kind, person.personId));
    if (subject === undefined) return null;
    return vault.encrypt(subject, 'contact', { ip }).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      // The person was erased; so is their address.
      return null;
    });
  };
};

/** Returns a function that writes one trace into its person's stream; the address is encrypted with that person's key. */
const createWriter =
  ({ handler }: Core, encryptAddress: Trail['encryptAddress']) =>
  async (
    person: Accessing,
    { action, address, commandId, at }: Trace,
    author?: Author,
  ): Promise<void> => {
    const { kind, personId, platformId: platform } = person;
    const encrypted = address === undefined ? null : await encryptAddress(person, address);
    const command = { ...action, ...person, address: encrypted, now: at };
    const actor = actorOf(kind, personId);
    // One sign-in may be recorded for several people, while the log accepts each event id once.
    const ofThem = derivedId('access', commandId, kind, personId);
    const context = { commandId: ofThem, platform, actor, correlation: personId, ...author };
    await handler.handle(access, accessStream(kind, personId, monthOf(at)), command, context);
  };

/** Returns the client addresses of trail rows by event id; those of erased people are missing. */
export const addressesOf = async (
  { vault }: Core,
  rows: readonly AccessRow[],
): Promise<ReadonlyMap<string, string>> => {
  const known = rows.flatMap(({ eventId, address }) => (address ? [{ eventId, address }] : []));
  const opened = await vault.openMany<{ readonly ip: string }>(known.map(({ address }) => address));
  return new Map(
    known.flatMap(({ eventId }, index) => {
      const ip = opened[index]?.ip;
      return ip === undefined ? [] : [[eventId, ip] as const];
    }),
  );
};

export const createTrail = ({
  core,
  logger,
  metrics,
}: {
  readonly core: Core;
  readonly logger: Logger;
  readonly metrics: Metrics;
}): Trail => {
  const encryptAddress = createAddressEncryption(core);
  const write = createWriter(core, encryptAddress);
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const trace = (action: AccessAction, address?: string): Trace => ({
    action,
    ...(address !== undefined && { address }),
    commandId: core.machine.uuid(),
    at: core.now(),
  });

  const lose = (action: AccessAction, people: readonly Accessing[], err: unknown): void => {
    metrics.unrecordedAccess.inc();
    logger.error({ access: { ...action, people }, err }, 'an access could not be recorded');
  };

  const writeLater = async (find: FindPeople, traced: Trace): Promise<void> => {
    let people: readonly Accessing[] = [];
    for (const pause of [0, ...PAUSES_MS]) {
      await core.machine.pause(pause, signal);
      try {
        people = await find();
        // A repeated write to the same stream is recognised by its command id.
        for (const person of people) await write(person, traced);
        return;
      } catch (error) {
        if (pause === PAUSES_MS.at(-1) || signal.aborted) lose(traced.action, people, error);
        if (signal.aborted) return;
      }
    }
  };

  const recordLater: Trail['recordLater'] = (find, action, address) => {
    if (pending.size >= MOST_PENDING) {
      lose(action, [], new Error('too much waits to be recorded'));
      return;
    }
    const traced = trace(action, address);
    const writing = withoutDeadline(() => writeLater(find, traced));
    pending.add(writing);
    void writing.finally(() => pending.delete(writing));
  };

  const record: Trail['record'] = (person, action, address) =>
    write(person, trace(action, address));

  return {
    recordLater,
    record,
    recordByStaff: (person, action, { staffId, reason }) =>
      write(person, trace(action), { actor: `admin:${staffId}`, reason }),
    encryptAddress,
    look: ({ caller, ip }, opened, recordId) => {
      const person = accessingAs(caller);
      recordLater(async () => [person], { type: 'RecordOpening', opened, recordId }, ip);
    },
    take: ({ caller, ip }, opened, recordId) =>
      record(accessingAs(caller), { type: 'RecordOpening', opened, recordId }, ip),
    stop: async () => {
      stopping.abort();
      await Promise.all(pending);
    },
  };
};
