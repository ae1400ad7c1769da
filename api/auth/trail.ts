import type { Logger } from 'pino';
import type { Core } from '#/api/composition/core.ts';
import type { Metrics } from '#/api/operations/metrics.ts';
import { remember } from '#/api/reads/remember.ts';
import { withoutDeadline } from '#/api/http/request-deadline.ts';
import { actorOf, type Actor } from '#/domain/values/actor.ts';
import type { PlatformPerson, AccessAction, OpenedDataKind } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { personKinds } from '#/domain/access/events.ts';
import { accessStream, categoryOf, idOf, streamOf } from '#/domain/values/ids.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { impersonatorOf, type Caller } from './caller.ts';
import type { AccessRow } from '#/projections/access-trail.ts';
import type { BrowserNames } from './open-sessions.ts';
import { recordEnd, type EndedSession } from './session-end/ended-sessions.ts';
import { loadPersonRecord } from './person-record.ts';

/** Who makes a request, and from which address. */
export interface Requester {
  readonly caller: Caller;
  readonly ip: string;
}

/** The people in whose streams to record; none when the e-mail has no user. */
export type FindPeople = () => Promise<readonly PlatformPerson[]>;

/**
 * Records who signed in or saw data. `look`, `recordLater` and `recordEnds` neither wait nor fail, because support must work while the
 * store takes no writes.
 */
export interface Trail {
  /** Records in the background. @param browser names of the browser, if the caller has its request */
  readonly recordLater: (
    find: FindPeople,
    action: AccessAction,
    address: string,
    browser?: BrowserNames,
  ) => void;
  /** Records in the background how sessions ended, with the address; the sweep (`sweepSessions`) would record it without. */
  readonly recordEnds: (
    ended: readonly EndedSession[],
    address: string,
    browser?: BrowserNames,
  ) => void;
  /** Records before the answer. @throws as `take` */
  readonly record: (person: PlatformPerson, action: AccessAction, address: string) => Promise<void>;
  /** As `record`, for what staff did with a person's access, and why; without an address. */
  readonly recordByStaff: (
    person: PlatformPerson,
    action: AccessAction,
    by: { readonly staffId: string; readonly reason: string },
  ) => Promise<void>;
  /** Records in the background, at most once an hour for the same data. @param recordId null for a search or export */
  readonly look: (by: Requester, opened: OpenedDataKind, recordId: string | null) => void;
  /** As `look`, but before the answer. @throws AppendError or the database's error when that fails */
  readonly take: (by: Requester, opened: OpenedDataKind, recordId: string | null) => Promise<void>;
  /** Encrypts an address, and the browser's names, with the person's key; null if they have no record or were erased. */
  readonly encryptAddress: (
    person: PlatformPerson,
    address: string,
    browser?: BrowserNames,
  ) => Promise<Encrypted | null>;
  /** Retries pending traces once, and stops. */
  readonly stop: () => Promise<void>;
}

/** An unavailable store must not fill the memory. */
const MOST_PENDING = 1_000;
const PAUSES_MS = [500, 2_000, 8_000];
const SUBJECT_MS = 60_000;

interface Trace {
  readonly action: AccessAction;
  /** Undefined when someone other than the person acted. */
  readonly address?: string;
  readonly browser?: BrowserNames;
  readonly commandId: string;
  readonly at: Timestamp;
}

/** Who acted, if not the person themselves, and why. */
interface Author {
  readonly actor: Actor;
  readonly reason: string;
}

/** The person in whose stream access is recorded: under impersonation, the member of staff. */
export const recordedPersonOf = (called: Caller): PlatformPerson => {
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

const openingBy = (
  caller: Caller,
  opened: OpenedDataKind,
  recordId: string | null,
): AccessAction => {
  const action = { type: 'RecordOpening', opened, recordId } as const;
  if (!('impersonator' in caller) || caller.impersonator === undefined) return action;
  const { sellerId, impersonator } = caller;
  return { ...action, impersonation: { impersonationId: impersonator.impersonationId, sellerId } };
};

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

  return async (person, ip, browser) => {
    const subject = await subjects.get(streamOf(person.kind, person.personId));
    if (subject === undefined) return null;
    return vault.encrypt(subject, 'contact', { ip, ...browser }).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      // The person was erased.
      return null;
    });
  };
};

const createWriter =
  ({ handler }: Core, encryptAddress: Trail['encryptAddress']) =>
  async (
    person: PlatformPerson,
    { action, address, browser, commandId, at }: Trace,
    author?: Author,
  ): Promise<void> => {
    const { kind, personId, platformId: platform } = person;
    const encrypted = address === undefined ? null : await encryptAddress(person, address, browser);
    const command = { ...action, ...person, address: encrypted, now: at };
    const actor = actorOf(kind, personId);
    // A sign-in may be recorded for several people, but an event id is accepted once.
    const personsCommandId = derivedId('access', commandId, kind, personId);
    // A repeated command is recognised by its `request`.
    const ids = { commandId: personsCommandId, request: personsCommandId, correlation: personId };
    const context = { ...ids, platform, actor, ...author };
    await handler.handle(access, accessStream(kind, personId, monthOf(at)), command, context);
  };

/** Where a request came from. */
interface Origin extends BrowserNames {
  readonly address: string | null;
}

/** The names of the browser are absent in older events. */
type Encryptable = { readonly ip: string } & Partial<BrowserNames>;

/** Returns a function that says where an event's request came from. Its fields are null if that was not recorded, or was erased. */
export const originsOf = async (
  { vault }: Core,
  rows: readonly AccessRow[],
): Promise<(event: Pick<AccessRow, 'eventId'>) => Origin> => {
  const stored = rows.flatMap(({ eventId, address }) => (address ? [{ eventId, address }] : []));
  const decrypted = await vault.openMany<Encryptable>(stored.map(({ address }) => address));
  const byEvent = new Map(stored.map(({ eventId }, index) => [eventId, decrypted[index]]));
  return ({ eventId }) => {
    const { ip = null, browser = null, system = null } = byEvent.get(eventId) ?? {};
    return { address: ip, browser, system };
  };
};

/** May be called again after a failure. */
type WriteTrace = () => Promise<void>;

/** Called with the error of a trace that could not be written. */
type LoseTrace = (error: unknown) => void;

/** The end of a session that could not be recorded keeps its row, and the sweep records it later. */
const leaveToSweep: LoseTrace = () => undefined;

interface TrailOptions {
  readonly core: Core;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Writes traces in the background, with retries. */
const createBackground = ({ core }: TrailOptions) => {
  const pending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;

  const writeLater = async (write: WriteTrace, lose: LoseTrace): Promise<void> => {
    for (const pause of [0, ...PAUSES_MS]) {
      await core.machine.pause(pause, signal);
      try {
        return await write();
      } catch (error) {
        if (pause === PAUSES_MS.at(-1) || signal.aborted) lose(error);
        if (signal.aborted) return;
      }
    }
  };

  return {
    begin: (write: WriteTrace, lose: LoseTrace): void => {
      if (pending.size >= MOST_PENDING) {
        lose(new Error('too much waits to be recorded'));
        return;
      }
      const writing = withoutDeadline(() => writeLater(write, lose));
      pending.add(writing);
      void writing.finally(() => pending.delete(writing));
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(pending);
    },
  };
};

export const createTrail = (options: TrailOptions): Trail => {
  const { core, logger, metrics } = options;
  const encryptAddress = createAddressEncryption(core);
  const write = createWriter(core, encryptAddress);
  const { begin, stop } = createBackground(options);

  const trace = (action: AccessAction, address?: string, browser?: BrowserNames): Trace => ({
    action,
    ...(address !== undefined && { address }),
    ...(browser !== undefined && { browser }),
    commandId: core.machine.uuid(),
    at: core.now(),
  });

  const recordLater: Trail['recordLater'] = (find, action, address, browser) => {
    const traced = trace(action, address, browser);
    let people: readonly PlatformPerson[] = [];
    const writeAll = async (): Promise<void> => {
      people = await find();
      // Repeated writes are recognised by their command id.
      for (const person of people) await write(person, traced);
    };
    begin(writeAll, (err) => {
      metrics.unrecordedAccess.inc();
      logger.error({ access: { ...action, people }, err }, 'an access could not be recorded');
    });
  };

  const recordEnds: Trail['recordEnds'] = (ended, address, browser) => {
    for (const session of ended)
      begin(
        async () => recordEnd(core, session, await encryptAddress(session, address, browser)),
        leaveToSweep,
      );
  };

  const record: Trail['record'] = (person, action, address) =>
    write(person, trace(action, address));

  return {
    recordLater,
    recordEnds,
    record,
    recordByStaff: (person, action, { staffId, reason }) =>
      write(person, trace(action), { actor: `admin:${staffId}`, reason }),
    encryptAddress,
    look: ({ caller, ip }, opened, recordId) => {
      const person = recordedPersonOf(caller);
      recordLater(async () => [person], openingBy(caller, opened, recordId), ip);
    },
    take: ({ caller, ip }, opened, recordId) =>
      record(recordedPersonOf(caller), openingBy(caller, opened, recordId), ip),
    stop,
  };
};
